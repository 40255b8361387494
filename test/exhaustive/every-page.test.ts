import { enDarkPhone, ptLight, testEveryPage } from '../kit/every-page.ts'

// The other half: test/dashboard/every-page.test.ts.
testEveryPage(['pages of the account', enDarkPhone], ['pages of the operator', ptLight])
