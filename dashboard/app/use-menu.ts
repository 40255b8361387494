import { useMembership, useOperator } from '../api/login.ts'
import { type MenuItem, merchantMenu, operatorMenu } from './menu.ts'

/** The pages that the person may use. */
export function useMenu(): {
  readonly merchant: readonly MenuItem[]
  readonly operator: readonly MenuItem[]
} {
  const account = useMembership()
  const operator = useOperator()
  return {
    merchant: account ? merchantMenu.filter(isOpenTo(account.permissions)) : [],
    operator: operator ? operatorMenu.filter(isOpenTo(operator.permissions)) : [],
  }
}

const isOpenTo =
  (permissions: readonly string[]) =>
  ({ needs }: MenuItem) =>
    needs === undefined || permissions.includes(needs)
