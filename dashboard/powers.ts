import { useEffect, useState } from 'preact/hooks';
import type { Power } from '../src/kernel/access/powers.ts';
import { ask } from './ask.ts';
import type { Operations } from './operations.generated.ts';

type Frame = Operations['frame']['data'];

let asked: Promise<Frame> | undefined;

/** The accounts of the person, and what they may do in this one. It is asked for once; after a failure, again. */
export function frame(): Promise<Frame> {
  asked ??= ask('frame', {}).catch((error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** Whether the person may do something in the account. Until that is known, nothing is offered. */
export function usePowers(): (power: Power) => boolean {
  const [powers, setPowers] = useState<readonly string[]>([]);
  useEffect(() => {
    frame().then(
      ({ account }) => setPowers(account.powers),
      () => {},
    );
  }, []);
  return (power) => powers.includes(power);
}
