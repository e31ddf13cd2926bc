import { sql } from '../database/sql.ts';
import { declareTables, type ExportedRow, writtenByService } from '../database/table.ts';

/** A cause that lasts longer is reported again. */
export const alertDays = 90;

export const alertTables = declareTables({
  alert: {
    rights: writtenByService,
    kept: { days: alertDays, key: 'id', where: 'at < $1' },
    account: {
      exported: {
        list: 'alerts',
        description: 'The alerts of the last 90 days.',
        rows: sql<ExportedRow>`SELECT id::text, at, kind, data FROM alert WHERE account_id = $1 ORDER BY alert.id DESC LIMIT $2`,
      },
      erased: 'cascade',
    },
  },
  alert_reader: {
    rights: writtenByService,
    kept: 'until the person or the account is erased',
    account: {
      exported: {
        list: 'alertReaders',
        description: 'Up to which alert each person has read, and the kinds of which they want no e-mails.',
        rows: sql<ExportedRow>`SELECT user_id AS "userId", read_up_to::text AS "readUpTo", without_mail AS "withoutMail"
          FROM alert_reader WHERE account_id = $1 ORDER BY user_id LIMIT $2`,
      },
      erased: 'cascade',
    },
  },
  alert_mail: {
    rights: writtenByService,
    kept: 'until its alert is deleted',
    account: {
      exported: {
        list: 'alertMails',
        description: 'Which alerts were sent by e-mail, to whom and when. Without a moment: not yet, or never.',
        rows: sql<ExportedRow>`SELECT alert_id::text AS "alertId", user_id AS "userId", sent_at AS "sentAt"
          FROM alert_mail JOIN user_profile ON user_profile.id = user_id
          WHERE account_id = $1 ORDER BY alert_mail.alert_id DESC LIMIT $2`,
      },
      erased: 'cascade',
    },
  },
});
