/** A step of the quick start: what a person does at once. */
export interface Step {
  readonly title: string
  readonly blocks: readonly Block[]
}

interface Block {
  /** The language that it is for. Without it the block is for all. */
  readonly language: string | undefined
  readonly commands: string
}

/** The numbered steps of the page, with their commands. */
export function stepsOf(page: string): Step[] {
  const [, ...parts] = page.split(/^\d+\. (?=\*\*)/m)
  return parts.map((part) => ({
    title: /^\*\*([^*]+)\*\*/.exec(part)?.[1] ?? '',
    blocks: blocksOf(part),
  }))
}

function blocksOf(part: string): Block[] {
  const blocks = part.matchAll(/^ {3}```bash(?: title="([^"]+)")?\n([\s\S]*?)^ {3}```$/gm)
  return [...blocks].map(([, language, commands = '']) => ({
    language,
    commands: commands.replace(/^ {3}/gm, ''),
  }))
}

/** The languages of the page, in their order. */
export const languagesOf = (steps: readonly Step[]): string[] => [
  ...new Set(steps.flatMap(({ blocks }) => blocks.flatMap(({ language }) => language ?? []))),
]

/** What a person who chose a language types in a step. */
export const commandsFor = ({ blocks }: Step, language: string): string =>
  blocks
    .filter((block) => block.language === undefined || block.language === language)
    .map(({ commands }) => commands)
    .join('')
