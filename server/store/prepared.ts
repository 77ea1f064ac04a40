import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './store.ts';

/** Stands in for a value while the query is built. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query of always the same shape, built and compiled once for a database; after that only its values
 * change. Building one anew takes about as long as running it, which shows in what every visitor sends.
 */
export function prepared<Values extends object>(
  build: (db: Db, values: Values) => Compilable<unknown>,
) {
  const compiled = new WeakMap<object, CompiledQuery<unknown>>();
  return (db: Db, values: Values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      const places = Object.keys(values).map((name) => [name, new Place(name)]);
      query = build(db, Object.fromEntries(places)).compile();
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((each) =>
      each instanceof Place ? values[each.name as keyof Values] : each,
    );
    return db.executeQuery({ ...query, parameters });
  };
}
