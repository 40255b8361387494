import { useMembership, useOperator, useSandboxUrl } from '../api/login.ts'
import { type MenuItem, merchantMenu, operatorMenu } from './menu.ts'

/** The pages that the person may use. */
export function useMenu(): {
  readonly merchant: readonly MenuItem[]
  readonly operator: readonly MenuItem[]
} {
  const account = useMembership()
  const operator = useOperator()
  const hasSandbox = useSandboxUrl() !== undefined
  const isHere = ({ isSandbox }: MenuItem) => hasSandbox || !isSandbox
  const merchant = account ? merchantMenu.filter(isOpenTo(account.permissions)).filter(isHere) : []
  // A page of both areas stands in the menu once.
  const isShown = ({ to }: MenuItem) => merchant.some((each) => each.to === to)
  return {
    merchant,
    operator: operator
      ? operatorMenu
          .filter(isOpenTo(operator.permissions))
          .filter(isHere)
          .filter((item) => !isShown(item))
      : [],
  }
}

const isOpenTo =
  (permissions: readonly string[]) =>
  ({ needs }: MenuItem) =>
    needs === undefined || permissions.includes(needs)
