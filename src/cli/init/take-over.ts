import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError, StoreUnavailableError } from '../../base/errors.js';
import { allVariables, readSettings, type VariableName, variables } from '../../config.js';
import { openStore, sqliteFileOf } from '../../storage/open.js';
import { makeFolder } from '../../storage/sqlite.js';
import { backupSqlite } from '../../storage/sqlite-backup.js';
import { findDatabase } from '../../storage/sqlite-file.js';
import { isInUse } from '../../storage/sqlite-restore.js';
import { readEnvFile, writeEnvFile } from './env-file.js';
import { fitsSecret } from './fits-secret.js';

/** The places where a service keeps the contents of `.env` and `data`. */
export interface ServicePlace {
	/** The folder with a file for each secret. */
	readonly secrets: string;
	/** The file with the other settings, one NAME=value per line. */
	readonly settings: string;
	readonly database: string;
	/** The same, as the service names it: a DATABASE_URL. */
	readonly databaseUrl: string;
}

/** The secret of the purchases is last: the installers take over for as long as it is missing. */
const secretFiles = ['DISCORD_TOKEN', 'MARKETPLACE_API_KEY', 'DATABASE_URL', 'CLAIM_SECRET'] as const;

/** The service has a health port of its own. */
const ownOfService: readonly VariableName[] = ['HEALTH_PORT', 'HEALTH_HOST'];

/** Read alike by systemd, by Compose and by a shell: no quotes, no `$`, no `#`. */
const plain = /^[\w.:/,@+~-]+$/;

/**
 * Gives a service the settings, the secrets and the purchases of the bot that `npm start` runs in this folder, whose
 * `.env` and database stay unchanged. Existing files of the service stay too. Resolves to the steps done, one per line.
 * Rejects with ConfigError if a setting is invalid or another database is in the way, with StoreUnavailableError if a
 * bot uses the database, and with EnvFileError; the secret of the purchases is then not written.
 */
export async function takeOver(envPath: string, place: ServicePlace): Promise<readonly string[]> {
	const { values } = readEnvFile(envPath, '');
	const parsed = readSettings(values, allVariables);
	const settings = settingLines(values);
	const source = sqliteFileOf(parsed.DATABASE_URL);
	const databaseUrl = source === undefined ? parsed.DATABASE_URL : place.databaseUrl;
	refuseOtherDatabase(join(place.secrets, 'database_url'), databaseUrl);
	const done: string[] = [];
	if (source !== undefined && (await findDatabase(source)) === 'database') {
		await refuseUnfit(source, parsed.CLAIM_SECRET);
		if (resolve(source) === resolve(place.database)) {
			done.push(`${source} stays where it is`);
		} else {
			await copyDatabase(source, place.database);
			done.push(`copied ${source} to ${place.database}`);
		}
	}
	if (!/^\w+=./m.test(textOf(place.settings))) {
		await writeEnvFile(place.settings, `${settings.join('\n')}\n`);
		done.push(`made ${place.settings}`);
	}
	for (const name of secretFiles) {
		const file = join(place.secrets, name.toLowerCase());
		if (textOf(file) !== '') continue;
		await writeEnvFile(file, `${name === 'DATABASE_URL' ? databaseUrl : parsed[name]}\n`);
		done.push(`made ${file}`);
	}
	return done;
}

/** Only non-default values, because `.env` comes from a template with all of them. */
function settingLines(values: Readonly<Record<string, string | undefined>>): readonly string[] {
	const problems: string[] = [];
	const lines = allVariables.flatMap((name) => {
		const value = values[name]?.trim();
		const { schema, secret } = variables[name];
		if (!value || secret || ownOfService.includes(name)) return [];
		const unset = schema.safeParse(undefined);
		const isDefault = unset.success && JSON.stringify(schema.parse(value)) === JSON.stringify(unset.data);
		if (isDefault) return [];
		if (!plain.test(value)) problems.push(`${name} holds characters that a service can’t be given`);
		return [`${name}=${value}`];
	});
	if (problems.length > 0) throw new ConfigError(problems);
	return lines;
}

function refuseOtherDatabase(file: string, url: string): void {
	const has = textOf(file);
	if (has === '' || has === url) return;
	throw new ConfigError([
		`${file} names a different database than .env. Keep the right one and remove the file`,
	]);
}

async function refuseUnfit(source: string, secret: string): Promise<void> {
	const store = await openStore(`sqlite://${source}`, () => {});
	try {
		if (!(await fitsSecret(store, secret))) {
			throw new ConfigError([`CLAIM_SECRET is not the one that ${source} was made with`]);
		}
	} finally {
		await store.close();
	}
	if (await isInUse(source)) {
		throw new StoreUnavailableError(
			'A bot uses this database: stop it (Ctrl+C where npm start runs), then run this again',
		);
	}
}

async function copyDatabase(source: string, target: string): Promise<void> {
	if (existsSync(target)) {
		throw new ConfigError([
			`${target} already exists, but not the CLAIM_SECRET it was created with. Move it, then run this again`,
		]);
	}
	await makeFolder(dirname(resolve(target)));
	await backupSqlite(source, target);
}

function textOf(file: string): string {
	return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}
