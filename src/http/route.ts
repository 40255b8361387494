import type { ReadAction } from '../../contract/audit.ts'
import type {
  AccountPermission,
  BrowserPermission,
  OperatorPermission,
} from '../../contract/permission.ts'
import type { AccountRequest, ApiRequest, Endpoint, LoginRequest } from './request/endpoint.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * A row of the table. The request type of a handler follows from who may call it. The caller needs
 * the permission; an open route needs none.
 */
export type Route = { readonly method: Method; readonly path: string } & (
  | {
      readonly access: 'user'
      readonly permission: AccountPermission
      readonly endpoint: Endpoint<AccountRequest>
    }
  | {
      readonly access: 'public'
      readonly permission: BrowserPermission
      readonly endpoint: Endpoint<AccountRequest>
    }
  | {
      readonly access: 'admin'
      readonly permission: OperatorPermission
      readonly endpoint: Endpoint<ApiRequest>
      /** The entry of a person who reads personal data here. Left out: there is none to read. */
      readonly readsPersonalData?: ReadAction | undefined
    }
  | { readonly access: 'login'; readonly endpoint: Endpoint<LoginRequest> }
  | { readonly access: 'sign-in'; readonly endpoint: Endpoint<ApiRequest> }
  | { readonly access: 'open'; readonly endpoint: Endpoint<ApiRequest> }
)
