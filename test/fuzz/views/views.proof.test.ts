import { ButtonStyle, ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import { createItemBrowser } from '../../../src/marketplace/item-browser.js';
import { wholeList } from '../../../src/views/custom-ids/item-list-ids.js';
import { itemsView } from '../../../src/views/items/items-view.js';
import { row } from '../../../src/views/kit/components.js';
import { embedUrl } from '../../../src/views/kit/links.js';
import { type MessageView, noMentions, textView } from '../../../src/views/kit/message.js';
import { foreignLine, oneLine } from '../../../src/views/kit/text.js';
import { seededRandom } from '../../seeded-random.js';
import { sampleItem } from '../../views/samples.js';
import { Broken } from '../edge.js';
import { outcomeOf } from '../fuzz.js';
import { viewsEdge } from '../views-edge.js';
import { everyView, viewNames, viewsInSource } from './every-view.js';
import { anyAddress, anyText, filled, textUpTo } from './fill.js';
import { pieces } from './hostile-texts.js';
import { message, type ViewCase } from './view-case.js';

const t = translatorFor('en');

describe('the views that are fuzzed', () => {
	it('are all that there are', () => {
		expect(viewsInSource().length).toBeGreaterThan(100);
		expect(viewsInSource().filter((name) => !Object.hasOwn(everyView, name))).toEqual([]);
	});

	it('have a state each, and each is filled', () => {
		for (const name of viewNames) expect(everyView[name]?.states, name).toBeGreaterThan(0);
		const filling = { texts: ['a', 'b', 'c'], addresses: ['d'], numbers: [1] };
		expect(
			filled({ x: [anyText, `-${anyText}-`, textUpTo(2)], y: anyAddress, z: () => anyText }, filling),
		).toEqual({
			x: ['a', '-b-', 'c'],
			y: 'd',
			z: expect.any(Function),
		});
	});
});

/** A real view, of which something was changed after it was made. */
function changed(name: string, change: (view: MessageView) => MessageView): ViewCase {
	const view = everyView[name];
	if (view === undefined) throw new Error(`There is no view ${name}`);
	return {
		...view,
		make(...asked) {
			const made = view.make(...asked);
			return 'modal' in made ? made : { ...made, message: change(made.message) };
		},
	};
}

const inStrings = (view: MessageView, change: (text: string) => string): MessageView =>
	JSON.parse(JSON.stringify(view), (_, value) =>
		typeof value === 'string' ? change(value) : value,
	) as MessageView;

describe('bugs that are planted in a view are found:', () => {
	it.each<readonly [bug: string, property: RegExp, view: ViewCase]>([
		[
			'nothing is escaped',
			/of a stranger/,
			changed('item-view/itemView', (view) => inStrings(view, (text) => text.replaceAll('\\', ''))),
		],
		[
			'it pings whom a text names',
			/ping/,
			changed(
				'verify-view/verifiedView',
				(view) => ({ ...view, allowedMentions: { parse: ['users'] } }) as never,
			),
		],
		[
			'a name is cut through the middle of a character',
			/surrogate pair/,
			message((_, name: string) => textView(`- ${foreignLine(name, 500).slice(0, 20)}`), [anyText]),
		],
		[
			'an address is put on a button as it came',
			/address|Discord refuses/,
			message(
				(_, url: string) => ({
					content: 'A demo',
					allowedMentions: noMentions,
					components: [
						row({
							type: ComponentType.Button,
							style: ButtonStyle.Link,
							label: 'Open',
							url: url.slice(0, 512),
						}),
					],
				}),
				[anyAddress],
			),
		],
		[
			'a text is of any length',
			/Discord refuses/,
			message(
				(_, name: string) => ({ content: `x${oneLine(name)}`, allowedMentions: noMentions }),
				[anyText],
			),
		],
		[
			'a button that nobody answers',
			/nobody answers/,
			changed('panel-view/panelView', (view) =>
				inStrings(view, (text) => text.replace('cc1:panel-verify', 'cc1:gone')),
			),
		],
	])('%s', async (_, property, view) => {
		const edge = viewsEdge({ planted: view });
		const random = seededRandom(3);
		const found: string[] = [];
		for (let number = 0; number < 400 && found.length === 0; number += 1) {
			const outcome = await outcomeOf(edge, edge.make?.(random, number) ?? null);
			if (outcome instanceof Broken) found.push(outcome.property);
		}
		expect(found.join()).toMatch(property);
	});

	it('and what hangs', async () => {
		const hangs = message(
			(_, name: string) => {
				for (const begunAt = process.cpuUsage(); process.cpuUsage(begunAt).user < 30_000; );
				return textView(name);
			},
			['a name'],
		);
		const played = viewsEdge({ hangs }, 20).play({ view: 'hangs' });
		await expect(played).rejects.toThrow(Broken);
		await expect(played).rejects.toThrow('it takes too long');
	});
});

/** Processor time for one call, in milliseconds: the least of three, so that what else happens counts little. */
function cost(work: () => unknown): number {
	const once = (): number => {
		const before = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1_000;
	};
	return Math.min(once(), once(), once());
}

/** Generous: twice as much may cost eight times as much, and anything may take a quarter of a second. */
function expectNoBlowUp(of: (size: number) => () => unknown, size: number): void {
	const [small, large] = [cost(of(size)), cost(of(2 * size))];
	expect(large, `${large} ms for ${2 * size}, ${small} ms for ${size}`).toBeLessThan(
		Math.max(250, 8 * small),
	);
}

describe('twice as much costs no more than a few times as much', () => {
	const views = [
		'item-view/itemView',
		'account-view/accountView',
		'dispute-card-view/disputeCardView',
		'panel-view/panelView',
	];
	// What a regular expression may begin to read again and again.
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
		'0.',
	];

	it.each(views)('of text in %s', (name) => {
		const view = everyView[name];
		for (const piece of repeated) {
			const of = (size: number) => () =>
				view?.make(t, 3, { texts: [piece.repeat(size)], addresses: ['https://a.example/'], numbers: [1] });
			expectNoBlowUp(of, 10_000);
		}
	});

	it('of any piece in an address', () => {
		for (const piece of repeated) {
			expectNoBlowUp((size) => () => embedUrl(`https://cdn.example.com/${piece.repeat(size)}`), 5_000);
		}
	});

	it('of items in a list', () => {
		const of = (size: number) => {
			const items = Array.from({ length: size }, (_, id) =>
				sampleItem({ id, name: pieces[id % pieces.length] ?? '', category: `c${id % 3_000}` }),
			);
			return () => {
				const browser = createItemBrowser({ items, matching: () => undefined });
				const wanted = { ...wholeList, order: 'cheap', category: 'rest' } as const;
				return itemsView(t, { found: browser.browse(wanted), state: 'ready' }, wanted);
			};
		};
		expectNoBlowUp(of, 10_000);
	});
});
