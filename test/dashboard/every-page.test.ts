import { ptLight, testEveryPage } from '../kit/every-page.ts'

// The other looks and pages: test/exhaustive/every-page.test.ts.
testEveryPage(['pages of the account', ptLight])
