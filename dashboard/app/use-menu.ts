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
  const merchant = account ? merchantMenu.flatMap(itemFor(account.permissions)).filter(isHere) : []
  // A page of both areas stands in the menu once.
  const isShown = ({ to }: MenuItem) => merchant.some((each) => each.to === to)
  return {
    merchant,
    operator: operator
      ? operatorMenu
          .flatMap(itemFor(operator.permissions))
          .filter(isHere)
          .filter((item) => !isShown(item))
      : [],
  }
}

/** The item as it is for a person with these permissions. None: it is not shown. */
const itemFor =
  (permissions: readonly string[]) =>
  (item: MenuItem): readonly MenuItem[] => {
    const { needs, otherwise = [] } = item
    if (needs === undefined || permissions.includes(needs)) return [item]
    const other = otherwise.find((each) => permissions.includes(each.needs))
    return other ? [{ ...item, to: other.to }] : []
  }
