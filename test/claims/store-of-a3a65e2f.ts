import { readFileSync } from 'node:fs';

interface Fixture {
	readonly claimSecret: string;
	readonly ids: {
		readonly guild: string;
		readonly second: string;
		readonly roles: Readonly<Record<string, string>>;
		readonly people: Readonly<Record<string, string>>;
	};
	readonly rows: readonly { readonly key: string; readonly value: unknown }[];
}

/** The store that commit a3a65e2f wrote: see test/fixtures/a3a65e2f. */
export const storeOfA3a65e2f: Fixture = JSON.parse(readFileSync('test/fixtures/a3a65e2f/store.json', 'utf8'));
