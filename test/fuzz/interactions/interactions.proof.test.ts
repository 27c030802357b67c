import { describe, expect, it } from 'vitest';
import { idOf, PeopledWorld } from '../../properties/peopled-world.js';
import { seededRandom } from '../../seeded-random.js';
import { at, Broken, type Json, textIn } from '../edge.js';
import { outcomeOf } from '../fuzz.js';
import { interactionsEdge, type Planted } from '../interactions-edge.js';
import { mutated, pick } from '../mutate.js';
import { isAsDiscordSends } from './as-discord-sends.js';
import { everyPayload } from './payloads.js';

const world = new PeopledWorld();
const seeds = everyPayload(world);
const named = (customId: string): Json =>
	seeds.find((seed) => textIn(at(seed, 'data', 'custom_id'), '').startsWith(`cc1:${customId}`)) ?? null;
const withData = (payload: Json, data: object): Json => {
	const { data: before } = payload as { readonly data: object };
	return { ...(payload as object), data: { ...before, ...data } } as Json;
};

describe('the payloads', () => {
	it('are what Discord sends', () => {
		expect(seeds.length).toBeGreaterThan(140);
		expect(seeds.filter((seed) => !isAsDiscordSends(seed))).toEqual([]);
	});
});

describe('of another version of the bot', () => {
	it.each<readonly [what: string, payload: Json]>([
		['a form without its field', withData(named('items-goto'), { components: [] })],
		[
			'a command without its option',
			withData(seeds.find((seed) => at(seed, 'data', 'name') === 'verify') ?? null, { options: [] }),
		],
		[
			'a command without its subcommand',
			withData(seeds.find((seed) => at(seed, 'data', 'name') === 'setup') ?? null, { options: [] }),
		],
	])('%s is answered, and is no failure', async (_, payload) => {
		expect(String(await outcomeOf(interactionsEdge(), payload))).toMatch(/^taken/);
	});
});

it('what is no interaction at all ends nothing', async () => {
	const { custom_id: _, ...data } = (
		named('panel-verify') as { readonly data: { readonly custom_id: string } }
	).data;
	const payload = { ...(named('panel-verify') as object), data } as Json;
	expect(await outcomeOf(interactionsEdge(), payload)).toBe('nothing that Discord would send');
});

describe('bugs that are planted are found:', () => {
	it.each<readonly [bug: string, property: RegExp, planted: Planted]>([
		['an answer is sent twice', /acknowledged once/, { calls: (call) => [call, call] }],
		[
			'nothing is said after a deferral',
			/^answered/,
			{ calls: (call) => (call.route.endsWith('/callback') ? [call] : []) },
		],
		['an interaction is forgotten', /^acknowledged$/, { calls: () => [] }],
		[
			'everybody changes settings',
			/without the right/,
			{ rows: (store) => store.put(`settings:${world.home.id}`, { buyerRoleId: idOf('stranger') }) },
		],
		[
			'what was typed is logged',
			/secrets/,
			{ log: (of, payload) => void of.log.push(JSON.stringify(at(payload, 'data') ?? null)) },
		],
	])('%s', async (_, property, planted) => {
		const edge = interactionsEdge(planted);
		const random = seededRandom(2);
		let found = '';
		for (let played = 0; played < 200 && !property.test(found); played += 1) {
			const input =
				played % 2 === 0 ? pick(seeds, random) : mutated(pick(seeds, random), seeds, edge.words, random);
			const outcome = await outcomeOf(edge, input);
			if (outcome instanceof Broken) found = outcome.property;
		}
		expect(found).toMatch(property);
	});
});
