import assert from 'node:assert/strict'
import { DockerfileParser, type Instruction, type ModifiableInstruction } from 'dockerfile-ast'

/** One instruction of a Containerfile. */
export interface Step {
  readonly keyword: string
  /** By name, such as `from` of `--from=build`. A flag that comes twice is not supported. */
  readonly flags: Readonly<Record<string, string>>
  /** What follows the flags. */
  readonly text: string
  /** The words of `text`: those of its JSON form, where it has one. */
  readonly words: readonly string[]
}

export interface Stage {
  /** With the arguments of the build in their places. */
  readonly base: string
  readonly name: string | undefined
  readonly steps: readonly Step[]
}

/**
 * The stages of a Containerfile.
 * @throws AssertionError when an argument that a base image needs is missing
 */
export function readContainerfile(
  source: string,
  args: Readonly<Record<string, string>>,
): readonly Stage[] {
  const file = DockerfileParser.parse(source)
  const stages: { base: string; name: string | undefined; steps: Step[] }[] = []
  for (const instruction of file.getInstructions()) {
    const step = readStep(instruction)
    if (step.keyword === 'ARG' && stages.length === 0) continue
    if (step.keyword === 'FROM') {
      const [image = '', , name] = step.words
      const base = image.replace(/\$\{(\w+)\}/g, (_all, each: string) => args[each] ?? '')
      assert.notEqual(base, '', `${image}: the argument of the base image is missing`)
      stages.push({ base, name, steps: [] })
    } else stages.at(-1)?.steps.push(step)
  }
  return stages
}

function readStep(instruction: Instruction): Step {
  const flags = hasFlags(instruction) ? instruction.getFlags() : []
  const raw = instruction.getRawArgumentsContent() ?? ''
  const text = raw.replace(/^(?:--\S+\s+(?:\\\n\s*)?)*/, '')
  return {
    keyword: instruction.getKeyword(),
    flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flagValue(flag.toString())])),
    text,
    words: wordsOf(text),
  }
}

const hasFlags = (instruction: Instruction): instruction is ModifiableInstruction =>
  'getFlags' in instruction

const flagValue = (flag: string): string => flag.slice(flag.indexOf('=') + 1)

function wordsOf(text: string): readonly string[] {
  const joined = text.replace(/\\\n/g, ' ').trim()
  const json = /^(?:CMD\s+)?(\[.*\])$/s.exec(joined)
  return json ? (JSON.parse(json[1] ?? '') as string[]) : joined.split(/\s+/)
}
