import { Migrator } from 'kysely/migration';
import { initial } from './001-initial.ts';
import { contentVersions } from './002-content-versions.ts';
import { quarantine } from './003-quarantine.ts';
import { announcements } from './004-announcements.ts';
import { staffTurn } from './005-staff-turn.ts';
import { articleHtml } from './006-article-html.ts';
import { search } from './007-search.ts';
import { blogSearch } from './008-blog-search.ts';
import { historyAndTrash } from './009-history-and-trash.ts';
import { receipts } from './010-receipts.ts';
import { outbox } from './011-outbox.ts';
import { ownersAndFacets } from './012-owners-and-facets.ts';
import { retention } from './013-retention.ts';
import { connections } from './014-connections.ts';
import { flightLog } from './015-flight-log.ts';
import { siteSearch } from './016-site-search.ts';
import { similarAndPresses } from './017-similar-and-presses.ts';
import { signingIn } from './019-signing-in.ts';
import { pictures } from './020-pictures.ts';
import { manuscripts } from './021-manuscripts.ts';
import { shortParts } from './022-short-parts.ts';
import { imports } from './023-imports.ts';
import { appsOfAPod } from './024-apps-of-a-pod.ts';
import { type AnyDb, type Engine, type Migration, schemaOf } from './schema.ts';

/** The migrations of both engines, in order. Never change a released migration. The number 018 is not used. */
const migrations: Record<string, Migration> = {
  '001-initial': initial,
  '002-content-versions': contentVersions,
  '003-quarantine': quarantine,
  '004-announcements': announcements,
  '005-staff-turn': staffTurn,
  '006-article-html': articleHtml,
  '007-search': search,
  '008-blog-search': blogSearch,
  '009-history-and-trash': historyAndTrash,
  '010-receipts': receipts,
  '011-outbox': outbox,
  '012-owners-and-facets': ownersAndFacets,
  '013-retention': retention,
  '014-connections': connections,
  '015-flight-log': flightLog,
  '016-site-search': siteSearch,
  '017-similar-and-presses': similarAndPresses,
  '019-signing-in': signingIn,
  '020-pictures': pictures,
  '021-manuscripts': manuscripts,
  '022-short-parts': shortParts,
  '023-imports': imports,
  '024-apps-of-a-pod': appsOfAPod,
};

export const migrationNames = Object.keys(migrations);

/** Runs pending migrations, up to and including `upTo` if given, in one transaction. Other instances wait for it. */
export async function migrate(db: AnyDb, engine: Engine, upTo?: string): Promise<void> {
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        Object.entries(migrations).map(([name, migration]) => [
          name,
          { up: (inside: AnyDb) => migration(schemaOf(inside, engine)) },
        ]),
      ),
  };
  const migrator = new Migrator({ db, provider });
  const { error } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error) throw error;
}
