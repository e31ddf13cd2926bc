import { matching, type Rule, wholeNumber } from '../kernel/rules.ts';
import { isAlertKind } from './kinds.ts';

/** Whether a person wants e-mails of a kind. */
export interface Choice {
  kind: string;
  email: boolean;
}

const choices: Rule<readonly Choice[]> = {
  allows: (some) =>
    some.length > 0 && some.every(({ kind }) => isAlertKind(kind)) && new Set(some.map(({ kind }) => kind)).size === some.length,
  message: 'must name kinds of alerts, each once',
};

export const alertRules = {
  limit: wholeNumber(1, 100, 50),
  upTo: matching(/^[1-9]\d{0,17}$/, 'must be the id of an alert'),
  choices,
};
