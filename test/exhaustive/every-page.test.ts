import { enDarkPhone, ptLight, testEveryPage } from '../kit/every-page.ts'

// The pages of the account in one look: test/dashboard/every-page.test.ts.
testEveryPage(
  ['pages of the account', enDarkPhone],
  ['pages of the operator', ptLight],
  ['pages of the operator', enDarkPhone],
)
