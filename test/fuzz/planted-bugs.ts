import type { PlantedBug as Planting } from '../planted-bug.js';

/** A bug that is put into the product's source for a test of the fuzzer: it has to find it. */
export interface PlantedBug extends Planting {
	/** The edge, whose file is called after it. */
	readonly edge: 'shop' | 'rows' | 'exports' | 'configuration' | 'discord';
}

export const plantedBugs: readonly PlantedBug[] = [
	{
		edge: 'shop',
		name: 'a page that is not found makes a code invalid',
		file: 'src/marketplace/attempt-outcome.ts',
		find: 'const page = unavailable(',
		replace: "const page = status === 404 ? ({ kind: 'invalid-code' } as const) : unavailable(",
		caught: /called invalid that the shop did not refuse/,
	},
	{
		edge: 'exports',
		name: 'a claim that nobody can open is imported',
		file: 'src/claims/admin/import-claims.ts',
		find: ' || !opensWith(keys, entry.hash, entry.record.sealed)',
		replace: ' || !opensWith',
		caught: /an import leaves a unopenable-copy/,
	},
	{
		edge: 'exports',
		name: 'a refusal quotes the line',
		file: 'src/claims/admin/import-claims.ts',
		find: "throw new ImportFileError(number, 'is not a line of an export');",
		replace: "throw new ImportFileError(number, 'is not a line of an export: ' + line);",
		caught: /a refusal that helps nobody|a secret is in a refusal/,
	},
	{
		edge: 'configuration',
		name: 'a wrong value is repeated',
		file: 'src/config.ts',
		find: 'parsed.error.issues[0]?.message',
		replace: "(parsed.error.issues[0]?.message + ' ' + raw)",
		caught: /a value is repeated/,
	},
	{
		edge: 'shop',
		name: 'a link is longer than Discord takes',
		file: 'src/marketplace/schemas.ts',
		find: 'href !== undefined && href.length <= longest.url',
		replace: 'href !== undefined',
		caught: /thumbnailUrl is taken/,
	},
	{
		edge: 'rows',
		name: 'a damaged list keeps a store from being opened',
		file: 'src/claims/add-day-buckets.ts',
		find: '\tawait indexClaims(store, batch, true);\n}',
		replace: '\tawait indexClaims(store, batch);\n}',
		caught: /does not start over/,
	},
	{
		edge: 'configuration',
		name: 'a token that no header can hold is taken',
		file: 'src/config.ts',
		find: ".regex(/^[\\x21-\\x7e]+$/, 'must be Latin letters, digits and signs, as Discord shows it')",
		replace: '',
		caught: /DISCORD_TOKEN is taken/,
	},
	{
		edge: 'discord',
		name: 'a wait that is no number is obeyed',
		file: 'src/discord/connection/rate-limit-headers.ts',
		find: 'return number >= 0 && number <= max ? number : undefined;',
		replace: "return text === '' || max === 0 ? undefined : number;",
		caught: /a wait that no clock can end|a wait without an end/,
	},
	{
		edge: 'discord',
		name: 'an acknowledgement is repeated after its three seconds',
		file: 'src/discord/interactions/interaction-calls.ts',
		find: 'acknowledgement: 3_000,',
		replace: 'acknowledgement: 900_000,',
		caught: /a call that is of no use: callback/,
	},
	{
		edge: 'discord',
		name: 'a redirect of a proxy counts as a role given',
		file: 'src/discord/connection/discord-http.ts',
		find: 'if (status >= 300 && status < 400)',
		replace: 'if (status === 999)',
		caught: /a role that does not arrive/,
	},
	{
		edge: 'discord',
		name: 'an event that discord.js cannot read ends the process',
		file: 'src/discord/connection/gateway-guard.ts',
		find: 'onUnreadable({ event: eventName(packet?.t), data: packet?.d, error });\n\t\t\treturn true;',
		replace: 'throw error;',
		caught: /a crash/,
	},
];
