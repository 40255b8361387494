import { session } from '../api/client.ts'

interface RecentPage {
  readonly title: string
  /** The list that the page belongs to. */
  readonly section: string | undefined
  /** Below the dashboard: `/transactions/…`. */
  readonly path: string
}

/** The pages of this visit. Nothing of them is stored: titles hold amounts and names. */
let pages: readonly (RecentPage & Viewer)[] = []

type Viewer = Readonly<Pick<typeof session, 'accountId' | 'personId'>>

const most = 6

export function rememberPage(title: string, section: string | undefined): void {
  const path = location.pathname.replace(/^\/dashboard/, '') || '/'
  const { accountId, personId } = session
  const others = pages.filter((each) => each.path !== path)
  pages = [{ title, section, path, accountId, personId }, ...others].slice(0, most)
}

/** The pages before this one, the newest first, that this person has seen of this account. */
export const recentPages = (): readonly RecentPage[] =>
  pages
    .slice(1)
    .filter((each) => each.accountId === session.accountId && each.personId === session.personId)
