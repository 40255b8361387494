import { enDarkPhone, ptLight, testEveryPage } from '../kit/every-page.ts'

testEveryPage(
  ['pages of the account', ptLight],
  ['pages of the account', enDarkPhone],
  ['pages of the operator', ptLight],
  ['pages of the operator', enDarkPhone],
)
