import { enDarkPhone, ptLight, testEveryPage } from '../kit/every-page.ts'

// The other half: test/exhaustive/every-page.test.ts.
testEveryPage(['pages of the account', ptLight], ['pages of the operator', enDarkPhone])
