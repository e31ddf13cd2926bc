import { begin, type IntakeOptions, type IntakeSource } from './begin.ts';
import { delivery } from './delivery.ts';
import { connectLocked } from './lock.ts';
import { servedRun } from './runs.ts';
import { storedSources } from './stored-sources.ts';

export type Intake = Awaited<ReturnType<typeof openIntake>>;

/** Imports the companies of one source into a register. No other import of the register runs until it is closed. */
export async function openIntake(options: IntakeOptions) {
  const { register, connect, samplesUrl, file, now } = options;
  return connectLocked(connect, { registerId: register.id, file, now }, async ({ client, side, close }) => {
    // The staged rows are read several times. PostgreSQL refuses the setting if the connection has used temporary tables.
    await client.query("SET temp_buffers = '256MB'").catch(() => {});
    const served = await servedRun(client, register.id, samplesUrl);
    return {
      /** The served import, which the source is compared with. */
      served,
      /** The source rows of the served records. An update of some files is applied to them. */
      stored: storedSources(side, register),
      /**
       * Begins the transaction of the import. Readers see only the old data until the delivery is finished, and only the new data
       * afterwards. An error before that, even a killed process, changes nothing.
       */
      begin: async (source: IntakeSource) => {
        const opened = { ...options, client, side, served, source };
        return delivery(opened, await begin(opened));
      },
      /** Rolls back an unfinished import, and unlocks the register. */
      close,
    };
  });
}
