import type { LinkProps } from '@tanstack/react-router'
import {
  Activity,
  ArrowLeftRight,
  Banknote,
  BookOpen,
  Code,
  FlaskConical,
  Landmark,
  LayoutDashboard,
  Link2,
  ListTodo,
  type LucideIcon,
  Scale,
  ScrollText,
  Settings,
  ShieldAlert,
  Smartphone,
  Store,
  UserCheck,
  UserRoundCog,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react'
import type { AccountPermission, OperatorPermission } from '../../contract/permission.ts'
import { texts } from '../text/text.ts'

/** The names of the pages: in the menu, in the search, and in the tab of the browser. */
export const pageNames = texts({
  operatorDisputes: { pt: 'Disputas das contas', en: 'Disputes of accounts' },
  reconciliation: { pt: 'Conciliação', en: 'Reconciliation' },
  ledger: { pt: 'Livros', en: 'Books' },
  work: { pt: 'Trabalho', en: 'Work' },
  operatorAudit: { pt: 'Auditoria geral', en: 'Full audit log' },
  operatorPeople: { pt: 'Pessoas do operador', en: 'People of the operator' },
  overview: { pt: 'Visão geral', en: 'Overview' },
  operatorOverview: { pt: 'Operação', en: 'Operations' },
  operatorAccounts: { pt: 'Contas', en: 'Accounts' },
  operatorProviders: { pt: 'Provedores', en: 'Providers' },
  operatorCashouts: { pt: 'Saques a aprovar', en: 'Cashouts to approve' },
  approvals: { pt: 'Aprovações', en: 'Approvals' },
  developers: { pt: 'Desenvolvedores', en: 'Developers' },
  devicePay: { pt: 'Device Pay', en: 'Device Pay' },
  team: { pt: 'Equipe', en: 'Team' },
  audit: { pt: 'Auditoria', en: 'Audit log' },
  settings: { pt: 'Configurações', en: 'Settings' },
  webhooks: { pt: 'Webhooks', en: 'Webhooks' },
  sandbox: { pt: 'Sandbox', en: 'Sandbox' },
  disputes: { pt: 'Disputas', en: 'Disputes' },
  balance: { pt: 'Saldo', en: 'Balance' },
  cashouts: { pt: 'Saques', en: 'Cashouts' },
  transactions: { pt: 'Transações', en: 'Transactions' },
  paymentLinks: { pt: 'Links de pagamento', en: 'Payment links' },
})

export interface MenuItem {
  readonly to: NonNullable<LinkProps['to']>
  readonly name: keyof typeof pageNames
  readonly icon: LucideIcon
  /** Left out: every person of the area sees it. */
  readonly needs?: AccountPermission | OperatorPermission
  /** Where the item leads for a person who lacks `needs`: another tab of the page. */
  readonly otherwise?: readonly {
    readonly to: NonNullable<LinkProps['to']>
    readonly needs: AccountPermission
  }[]
  /** Only where a sandbox simulates the world around the gateway. */
  readonly isSandbox?: true
}

/** The pages of a merchant, in the order of their day. */
export const merchantMenu: readonly MenuItem[] = [
  { to: '/', name: 'overview', icon: LayoutDashboard },
  {
    to: '/transactions',
    name: 'transactions',
    icon: ArrowLeftRight,
    needs: 'transactions:read',
  },
  { to: '/payment-links', name: 'paymentLinks', icon: Link2, needs: 'payment-links:read' },
  { to: '/approvals', name: 'approvals', icon: UserCheck, needs: 'approvals:read' },
  { to: '/balance', name: 'balance', icon: Wallet, needs: 'wallet:read' },
  { to: '/cashouts', name: 'cashouts', icon: Banknote, needs: 'cashouts:read' },
  { to: '/disputes', name: 'disputes', icon: ShieldAlert, needs: 'disputes:read' },
  { to: '/webhooks', name: 'webhooks', icon: Webhook, needs: 'webhooks:read' },
  { to: '/device-pay', name: 'devicePay', icon: Smartphone, needs: 'domains:read' },
  {
    to: '/developers',
    name: 'developers',
    icon: Code,
    needs: 'keys:read',
    otherwise: [{ to: '/developers/requests', needs: 'requests:read' }],
  },
  { to: '/team', name: 'team', icon: Users, needs: 'people:read' },
  { to: '/audit', name: 'audit', icon: ScrollText, needs: 'audit:read' },
  { to: '/settings', name: 'settings', icon: Settings },
  { to: '/sandbox', name: 'sandbox', icon: FlaskConical, isSandbox: true },
]

/** The pages of the operator. */
export const operatorMenu: readonly MenuItem[] = [
  {
    to: '/operator',
    name: 'operatorOverview',
    icon: Activity,
    needs: 'operator-overview:read',
  },
  { to: '/operator/accounts', name: 'operatorAccounts', icon: Store, needs: 'accounts:read' },
  {
    to: '/operator/providers',
    name: 'operatorProviders',
    icon: Landmark,
    needs: 'providers:read',
  },
  { to: '/approvals', name: 'approvals', icon: UserCheck, needs: 'operator-approvals:read' },
  {
    to: '/operator/cashouts',
    name: 'operatorCashouts',
    icon: Banknote,
    needs: 'account-cashouts:read',
  },
  {
    to: '/operator/disputes',
    name: 'operatorDisputes',
    icon: ShieldAlert,
    needs: 'account-disputes:read',
  },
  {
    to: '/operator/reconciliation',
    name: 'reconciliation',
    icon: Scale,
    needs: 'reconciliation:read',
  },
  { to: '/operator/ledger', name: 'ledger', icon: BookOpen, needs: 'ledger:read' },
  { to: '/operator/work', name: 'work', icon: ListTodo, needs: 'work:read' },
  {
    to: '/operator/audit',
    name: 'operatorAudit',
    icon: ScrollText,
    needs: 'operator-audit:read',
  },
  {
    to: '/operator/people',
    name: 'operatorPeople',
    icon: UserRoundCog,
    needs: 'operators:read',
  },
  { to: '/sandbox', name: 'sandbox', icon: FlaskConical, isSandbox: true },
]
