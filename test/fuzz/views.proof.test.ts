import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/ui/message.js';
import { foreignLine } from '../../src/ui/text.js';
import { seededRandom } from '../seeded-random.js';
import { panelStates } from '../states/channels/panel-states.js';
import type { Foreign } from '../states/foreign.js';
import { itemStates } from '../states/items/item-states.js';
import { type States, variants } from '../states/state.js';
import { textView } from '../ui/text-view.js';
import { Broken } from './edge.js';
import { outcomeOf } from './fuzz.js';
import { viewsEdge } from './views-edge.js';

/** Real views, of which each text is changed after they were made. */
function changed(states: States, change: (text: string) => string): States {
	const changeIn = (view: MessageView) =>
		JSON.parse(JSON.stringify(view), (_, value) =>
			typeof value === 'string' ? change(value) : value,
		) as MessageView;
	return (foreign) =>
		states(foreign).map((state) =>
			'form' in state ? state : { ...state, show: (t) => changeIn(state.show(t)) },
		);
}

/** A view of the tests' own, of a foreign text. */
function shown(view: (text: string) => MessageView): States {
	return (foreign: Foreign) => variants((_, text: string) => view(text), [[foreign.text('Aurora')]]);
}

describe('bugs that are planted in a view are found:', () => {
	it.each<readonly [bug: string, property: RegExp, states: States]>([
		['nothing is escaped', /of a stranger/, changed(itemStates, (text) => text.replaceAll('\\', ''))],
		[
			'a name is cut through the middle of a character',
			/surrogate pair/,
			shown((name) => textView(`- ${foreignLine(name, 500).slice(0, 20)}`)),
		],
		[
			'a button without a handler',
			/no handler/,
			changed(panelStates, (text) => text.replace('cc1:panel-verify', 'cc1:gone')),
		],
	])('%s', async (_, property, planted) => {
		// A view that hangs is planted below.
		const edge = viewsEdge({ planted }, Infinity);
		const random = seededRandom(3);
		const found: string[] = [];
		for (let number = 0; number < 400 && !property.test(found.join()); number += 1) {
			const outcome = await outcomeOf(edge, edge.make?.(random, number) ?? null);
			if (outcome instanceof Broken) found.push(outcome.property);
		}
		expect(found.join()).toMatch(property);
	});

	it('and what hangs', async () => {
		const hangs = shown((name) => {
			for (const begunAt = process.cpuUsage(); process.cpuUsage(begunAt).user < 30_000; );
			return textView(name);
		});
		const played = viewsEdge({ hangs }, 20).play({ view: 'hangs/' });
		await expect(played).rejects.toThrow('it takes too long');
	});
});

/** Text that a regular expression may begin to read again and again. */
const repeated = [
	'<p',
	'<',
	'&',
	'\\',
	'\n',
	' \n',
	'_',
	'[',
	'](',
	'https://a',
	'> ',
	'a\u0301',
	'\u200d👩',
];

it.each(repeated)('a text and an address of nothing but %j cost little', async (of) => {
	const edge = viewsEdge(undefined, 250);
	const texts = [{ times: 60_000, of }];
	const addresses = [['https://cdn.example.com/', ...texts]];
	for (const view of ['item/itemView', 'dispute-card/disputeCardView', 'panel/panelView'])
		expect(await outcomeOf(edge, { view, state: 3, texts, addresses })).not.toMatchObject({
			message: expect.stringContaining('too long'),
		});
});
