import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { StoreRefusedError } from '../../../src/base/errors.js';
import { takeOver } from '../../../src/cli/init/take-over.js';

it('a service takes over nothing if the purchases are in a log without its database', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const database = join(folder, 'claims.sqlite');
	await writeFile(`${database}-wal`, 'the latest purchases');
	const settings = {
		DISCORD_TOKEN: 'a-token.of-this-bot.and-no-other',
		MARKETPLACE_URL: 'http://127.0.0.1:1',
		MARKETPLACE_API_KEY: 'a-key-of-the-shop',
		CLAIM_SECRET: 'a-secret-of-thirty-two-characters-or-more',
		DATABASE_URL: `sqlite://${database}`,
	};
	const lines = Object.entries(settings).map((each) => each.join('='));
	await writeFile(join(folder, '.env'), lines.join('\n'));

	const service = join(folder, 'service');
	const place = {
		secrets: service,
		settings: join(service, 'env'),
		database: join(service, 'claims.sqlite'),
	};
	await expect(
		takeOver(join(folder, '.env'), { ...place, databaseUrl: `sqlite://${place.database}` }),
	).rejects.toThrow(StoreRefusedError);
	expect((await readdir(folder)).toSorted()).toEqual(['.env', 'claims.sqlite-wal']);
});
