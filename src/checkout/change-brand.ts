import { createHash } from 'node:crypto'
import type { PutBrandRequest } from '../../contract/brand.ts'
import type { Account } from '../accounts/account.ts'
import { notifyAccountsChanged } from '../accounts/api-key-store.ts'
import type { App } from '../app.ts'
import { fieldChanges, isSame } from '../audit-log/field-changes.ts'
import { audited } from '../audit-log/record-audit.ts'
import { defined } from '../primitives/defined.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type Brand, type Logo, logoTypeOf } from './brand.ts'
import { lockBrand, updateBrand } from './brand-store.ts'

/**
 * Changes the given fields of an account's brand; null removes one. Throws `validation-failed` for
 * a logo that is no PNG, JPEG or WebP, or too large.
 */
export function changeBrand(
  app: Pick<App, 'sql' | 'clock' | 'vault' | 'actor'>,
  account: Account,
  { name, color, logo }: PutBrandRequest,
): Promise<Brand> {
  const picture = logo == null ? logo : readLogo(logo)
  const now = app.clock.now()
  return audited(
    app,
    async (sql) => {
      const before = await lockBrand(sql, account.id, now)
      const after: Brand = {
        ...defined({
          name: name === undefined ? before.name : name?.trim(),
          color: color === undefined ? before.color : color?.toLowerCase(),
          logo: picture === undefined ? before.logo : picture?.logo,
        }),
        updatedAt: now,
      }
      const fields = fieldChanges(describe(before), describe(after))
      if (isSame(fields)) return { after: before }
      await updateBrand(sql, account.id, after, picture?.bytes)
      if (after.name !== before.name) await notifyAccountsChanged(sql)
      return { after, fields }
    },
    ({ fields }) =>
      fields && {
        accountId: account.id,
        action: 'brand.changed',
        object: { type: 'account', id: account.id, name: account.name },
        ...fields,
      },
  ).then(({ after }) => after)
}

/** The log names a logo by its digest. */
const describe = ({ name, color, logo }: Brand) => defined({ name, color, logo: logo?.digest })

function readLogo(text: string): { readonly logo: Logo; readonly bytes: Buffer } {
  const plain = text.replace(/\s/g, '')
  const bytes = Buffer.from(plain, 'base64')
  const type = /^[A-Za-z0-9+/]+={0,2}$/.test(plain) ? logoTypeOf(bytes) : undefined
  if (type === undefined)
    throw new Rejection('validation-failed', { issues: [{ field: 'logo', problem: 'picture' }] })
  return { logo: { type, digest: createHash('sha256').update(bytes).digest('hex') }, bytes }
}
