import { AppError, ConfigError } from '../../base/errors.js';
import { ClaimKeys } from '../../claims/claim-keys.js';
import { secretKind } from '../../claims/secret-guard.js';
import { secretKey } from '../../claims/store-keys.js';
import { variables } from '../../config.js';
import { sqliteFileOf } from '../../storage/open.js';
import { findDatabase } from '../../storage/sqlite-file.js';
import type { Store } from '../../storage/store.js';
import { soundRow } from '../../storage/table.js';
import { open } from '../program/open.js';
import { type Asking, faultOf, keeps } from './questions.js';
import type { Terminal } from './terminal.js';

/** The address of the database in this folder. */
const fileHere = variables.DATABASE_URL.schema.parse(undefined);

/** Question 5: the store. Repeated until it opens with the secret that it was made with. `secret`: secret. */
export async function askData(asking: Asking, secret: string): Promise<string> {
	const { terminal, current } = asking;
	const known = current('DATABASE_URL');
	const prompt =
		known === undefined
			? '5/5 Database: press Enter for a file in this folder,\n or type 2 for PostgreSQL, 3 for Redis\n > '
			: `5/5 Database: type 1 for a file in this folder,\n 2 for PostgreSQL, 3 for Redis.${keeps}\n > `;
	for (;;) {
		const url = await addressFor(asking, await terminal.ask(prompt), known);
		const fault = url === undefined ? 'must be 1, 2 or 3' : faultOf('DATABASE_URL', url);
		const problem = fault ?? (await troubleWith(terminal, url ?? '', secret));
		if (url !== undefined && problem === undefined) return url;
		terminal.remark('no', fault === undefined ? `${problem}` : `it ${fault}`);
	}
}

/** Undefined for an invalid choice. An address contains a password, so its input is hidden. */
async function addressFor(
	{ terminal }: Asking,
	choice: string,
	known: string | undefined,
): Promise<string | undefined> {
	switch (choice) {
		case '':
			return known ?? fileHere;
		case '1':
			return fileHere;
		case '2':
			return await terminal.askHidden(' Address (hidden): postgresql://user:password@host/database\n > ');
		case '3':
			return await terminal.askHidden(' Address (hidden): redis://host\n > ');
		default:
			return choice.includes('://') ? choice : undefined;
	}
}

/** The problem with an existing database. A missing file is created by the first start, not before. */
async function troubleWith(terminal: Terminal, url: string, secret: string): Promise<string | undefined> {
	const file = sqliteFileOf(url);
	try {
		if (file !== undefined && (await findDatabase(file)) !== 'database') return undefined;
		return await open({ DATABASE_URL: url }, ['DATABASE_URL'], async (opened) => {
			const store = await opened.store({ warn: (message) => terminal.remark('warning', message) });
			return (await fitsSecret(store, secret))
				? undefined
				: 'its purchases were saved with a different CLAIM_SECRET. Put that secret in .env first, or choose another database';
		});
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		if (error instanceof ConfigError) return error.problems.join('. ');
		if (error.code !== 'STORE_UNAVAILABLE') return error.message;
		return file === undefined ? 'nothing responds there' : 'the file can’t be opened';
	}
}

/** True if a database was made with this CLAIM_SECRET. A new one fits every secret. */
async function fitsSecret(store: Store, secret: string): Promise<boolean> {
	const made = soundRow(secretKind, await store.get(secretKey));
	return made === undefined || made.check === new ClaimKeys(secret).check;
}
