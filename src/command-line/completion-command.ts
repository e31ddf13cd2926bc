import { Refusal } from '../kernel/errors.ts';
import type { AnyCommand, PlainCommand } from './command.ts';

const usage = 'bin/registry completion bash';

export const command: PlainCommand = {
  name: 'completion',
  summary: 'Prints the completion of commands and options for bash: `source <(bin/registry completion bash)`.',
  usage,
  needs: 'nothing',
  run: async ({ words, print, commands }) => {
    if (words.join() !== 'bash') throw new Refusal(`Usage: ${usage}`);
    print(bashCompletion(await commands()));
  },
};

/**
 * bash splits words at colons, so the command and the word at the cursor are taken from the line as it was typed. bash replaces
 * only what follows the last colon, so the part up to there is removed from the suggestions.
 */
const bashCompletion = (commands: readonly AnyCommand[]): string => `_registry() {
  local name words typed=\${COMP_LINE:0:COMP_POINT}
  read -r _ name _ <<<"$typed"
  typed=\${typed##* }
  [ "$typed" = "$name" ] && name=
  case "$name" in
${commands.map((one) => `    ${one.name}) words='${optionsOf(one).join(' ')}' ;;`).join('\n')}
    *) words='${commands.map(({ name }) => name).join(' ')} --help' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$typed"))
  case "$typed" in *:*) COMPREPLY=("\${COMPREPLY[@]#"\${typed%:*}:"}") ;; esac
}
complete -o default -F _registry bin/registry registry`;

/** The options in the usage. Options before the name of the command belong to npm. */
const optionsOf = ({ name, usage }: AnyCommand): string[] => [
  ...new Set(usage.slice(usage.indexOf(name)).match(/--[a-z][a-z-]*/g) ?? []),
  '--help',
];
