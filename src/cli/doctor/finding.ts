import type { ConfigError, Sentence } from '../../primitives/config-error.ts'
import { type FindingCode, type FindingText, findingTexts, type Severity } from './finding-texts.ts'

/** Something that is wrong in an installation, and how to correct it. */
export interface Finding {
  readonly code: string
  readonly severity: Severity
  readonly problem: Sentence
  readonly fix: Sentence
}

/** A finding of the table of texts. */
export function finding<Code extends FindingCode>(code: Code, ...facts: FactsOf<Code>): Finding {
  const { severity, text } = findingTexts[code]
  const texts = (text as (facts: unknown) => FindingText)(facts[0])
  return {
    code,
    severity,
    problem: { pt: texts.pt[0], en: texts.en[0] },
    fix: { pt: texts.pt[1], en: texts.en[1] },
  }
}

type FactsOf<Code extends FindingCode> =
  Parameters<(typeof findingTexts)[Code]['text']> extends [infer Facts] ? [facts: Facts] : []

/** A setting that is rejected. Its sentence says what is wrong, and after a colon what to do. */
export function settingFinding({ problem, sentence }: ConfigError): Finding {
  const [pt, en] = [split(sentence.pt), split(sentence.en)]
  return {
    code: problem,
    severity: 'error',
    problem: { pt: pt.problem, en: en.problem },
    fix: { pt: pt.fix, en: en.fix },
  }
}

/** A sentence without a colon says only how it should be: it is both. */
function split(sentence: string): { problem: string; fix: string } {
  const at = sentence.indexOf(': ')
  return at < 0
    ? { problem: sentence, fix: sentence }
    : { problem: sentence.slice(0, at), fix: sentence.slice(at + 2) }
}
