import {
  type AccountPermission,
  accountPermissions,
  type OperatorPermission,
  operatorPermissions,
} from '../../contract/permission.ts'
import { useMembership } from '../api/login.ts'
import { EmptyPage } from '../parts/empty-page.tsx'
import { useLanguage, useTexts } from '../text/text.ts'
import { shellTexts } from './shell-texts.ts'

type Needs = { readonly account: AccountPermission } | { readonly operator: OperatorPermission }

/** What a person sees who reached a page by a link that their role does not open. */
export function NoPermission({ needs }: { readonly needs: Needs }) {
  const t = useTexts(shellTexts)
  const { language } = useLanguage()
  const membership = useMembership()
  const sentence =
    'account' in needs
      ? accountPermissions[needs.account][language]
      : operatorPermissions[needs.operator][language]
  const lacksAccount = 'account' in needs && !membership
  return (
    <EmptyPage
      title={t.noPermissionTitle}
      text={lacksAccount ? t.noAccount : t.noPermission(sentence)}
      isWhole
    />
  )
}
