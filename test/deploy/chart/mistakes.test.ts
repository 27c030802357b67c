import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chart, describeChart, render, type Values, valuesOf } from './render.js';

const secrets = {
	discord_token: 'made-up-token',
	marketplace_api_key: 'made-up-key',
	claim_secret: 'made-up-secret-of-no-less-than-32-letters',
};

/** Each laid over the least that an install needs, with what has to be said of it. */
const mistakes: readonly (readonly [string, Values, RegExp])[] = [
	['no image', { image: {} }, /image\.repository is missing: .*such as ghcr/],
	['no shop', { settings: {} }, /settings\.MARKETPLACE_URL is missing: the address of the shop/],
	[
		'no secret',
		{ secrets: {} },
		/secrets\.existingSecret is missing: a Secret with discord_token, .*claim_secret\./,
	],
	[
		'no secret, with a database that has a password',
		{ secrets: {}, database: { kind: 'postgresql' } },
		/secrets\.existingSecret is missing: a Secret with .*claim_secret, database_url\./,
	],
	[
		'two places for the secrets',
		{ secrets: { existingSecret: 'mine', values: secrets } },
		/secrets\.existingSecret and secrets\.values are both set/,
	],
	[
		'a part of the secrets',
		{ secrets: { values: { discord_token: 'made-up-token' } } },
		/secrets\.values has no marketplace_api_key, claim_secret/,
	],
	[
		'a short claim secret',
		{ secrets: { values: { ...secrets, claim_secret: 'made-up' } } },
		/secrets\.values\.claim_secret must have 32 characters or more/,
	],
	[
		'a database without its address',
		{ secrets: { values: secrets }, database: { kind: 'redis' } },
		/secrets\.values has no database_url/,
	],
	[
		'an address of another kind of database',
		{
			secrets: { values: { ...secrets, database_url: 'redis://made-up' } },
			database: { kind: 'postgresql' },
		},
		/secrets\.values\.database_url is none of database\.kind postgresql/,
	],
	[
		'an address of a database beside SQLite',
		{ secrets: { values: { ...secrets, database_url: 'postgresql://made-up' } } },
		/secrets\.values\.database_url is none of database\.kind sqlite/,
	],
	[
		'several slices on SQLite',
		{ slices: 2, shards: 16 },
		/slices is 2, but an SQLite file is for one pod alone/,
	],
	[
		'slices without shards',
		{ database: { kind: 'redis' }, slices: 2 },
		/shards is missing: how many there are in all/,
	],
	[
		'more slices than shards',
		{ database: { kind: 'redis' }, slices: 3, shards: 2 },
		/shards is 2, but each of the 3 slices needs one/,
	],
	['no slices', { slices: 0 }, /slices: Must be greater than or equal to 1/],
	[
		'a database that nobody knows',
		{ database: { kind: 'mysql' } },
		/database\.kind: .*must be one of.*"postgresql"/,
	],
	[
		'a volume that several nodes have',
		{ persistence: { accessMode: 'ReadWriteMany' } },
		/persistence\.accessMode/,
	],
	[
		'a secret among the settings',
		{ settings: { MARKETPLACE_URL: 'https://market.example', DISCORD_TOKEN: 'made-up' } },
		/Additional property DISCORD_TOKEN is not allowed/,
	],
	[
		'a setting that is the chart’s own',
		{ settings: { MARKETPLACE_URL: 'https://market.example', SHARDS: '0/2' } },
		/Additional property SHARDS is not allowed/,
	],
	[
		'an id without quotes, which YAML rounds',
		{ settings: { MARKETPLACE_URL: 'https://market.example', DISCORD_GUILD_ID: 123456789012345680 } },
		/DISCORD_GUILD_ID: Invalid type\. Expected: string/,
	],
	[
		'a misspelt value',
		{ networkPolicies: { enabled: false } },
		/Additional property networkPolicies is not allowed/,
	],
	[
		'too little time to end',
		{ terminationGracePeriodSeconds: 5 },
		/terminationGracePeriodSeconds: Must be greater/,
	],
];

describeChart('the chart refuses', () => {
	it.each(mistakes)('%s, and says so', async (_, mistake, said) => {
		const least = await valuesOf('sqlite');
		await expect(render({ ...least, ...mistake })).rejects.toThrow(said);
		const told = await render({ ...least, ...mistake }).catch((error: Error) => error.message);
		// Not even in part: error messages end up in the logs of pipelines.
		expect(told).not.toContain('made-up');
	});

	it('no secret by its schema, whose messages hold what was given', () => {
		const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as {
			properties: { secrets: { properties: { values: { properties: Record<string, unknown> } } } };
		};
		const rules = Object.values(schema.properties.secrets.properties.values.properties);
		expect(rules.length).toBeGreaterThan(4);
		for (const rule of rules) expect(rule).toEqual({ type: 'string' });
	});

	it('tells all mistakes at once', async () => {
		await expect(render({ slices: 2 })).rejects.toThrow(
			/image\.repository.*MARKETPLACE_URL.*existingSecret.*slices is 2.*shards is missing/s,
		);
	});
});
