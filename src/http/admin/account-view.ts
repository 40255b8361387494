import type { TSchema } from 'typebox'
import { Rejection } from '../../primitives/rejection.ts'
import type { AccountRequest, ApiRequest, Endpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { newestVersion } from '../server/version.ts'

/**
 * A read route of an account as an operator calls it. The path names the account, then the object.
 * A suspended account is shown too: support reads it most. The permission is that of the operator's
 * row, so the holder made here grants nothing.
 */
export function accountView<Schema extends TSchema>(
  path: string,
  shown: Endpoint<AccountRequest, Schema>,
): Endpoint<ApiRequest, Schema> {
  const [, objectParam] = /:(\w+)/.exec(path) ?? []
  const { description, rejections = [] } = shown
  return {
    ...shown,
    description: [description, viewed].filter((each) => each !== undefined).join(' '),
    rejections: rejections.includes('not-found') ? rejections : [...rejections, 'not-found'],
    async handle(context, request) {
      const account = await context.app.accounts.byId(idFrom(request))
      if (!account) throw new Rejection('not-found')
      const { params } = request
      return shown.handle(context, {
        ...request,
        params: objectParam === undefined ? params : { ...params, id: params[objectParam] ?? '' },
        holder: {
          account,
          keyId: account.id,
          keyName: account.name,
          grant: { permissions: new Set() },
          addresses: null,
          apiVersion: newestVersion,
        },
      })
    },
  }
}

const viewed =
  'O mesmo que a conta lê, também quando está suspensa. Os endereços na resposta são os da conta.'
