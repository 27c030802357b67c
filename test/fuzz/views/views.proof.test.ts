import { describe, expect, it } from 'vitest';
import { itemsView } from '../../../commands/items/items.js';
import { wholeList } from '../../../commands/items/list-state.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { ItemBrowser } from '../../../src/marketplace/item-browser.js';
import type { ItemIndex } from '../../../src/marketplace/item-index.js';
import { embedUrl } from '../../../src/ui/links.js';
import { type MessageView, textView } from '../../../src/ui/message.js';
import { foreignLine } from '../../../src/ui/text.js';
import { seededRandom } from '../../seeded-random.js';
import { pieces } from '../../states/hostile-texts.js';
import { sampleItem } from '../../states/items/sample-items.js';
import { variants } from '../../states/state.js';
import { floor } from '../../world/floor.js';
import { Broken } from '../edge.js';
import { outcomeOf } from '../fuzz.js';
import { everyView, type ViewCase, viewsEdge, viewsOf } from '../views-edge.js';

const t = translatorFor('en');

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

/** A view of the tests' own, of a foreign text or address. */
function shownOf(kind: 'text' | 'address', view: (foreign: string) => MessageView): ViewCase {
	const [[, made] = []] = viewsOf('planted', (foreign) =>
		variants((_, given: string) => view(given), [[foreign[kind]('Aurora')]]),
	);
	if (made === undefined) throw new Error('It has no state');
	return made;
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
			changed('item/itemView', (view) => inStrings(view, (text) => text.replaceAll('\\', ''))),
		],
		[
			'a name is cut through the middle of a character',
			/surrogate pair/,
			shownOf('text', (name) => textView(`- ${foreignLine(name, 500).slice(0, 20)}`)),
		],
		[
			'a button without a handler',
			/no handler/,
			changed('panel/panelView', (view) =>
				inStrings(view, (text) => text.replace('cc1:panel-verify', 'cc1:gone')),
			),
		],
	])('%s', async (_, property, view) => {
		// A view that hangs is planted below.
		const edge = viewsEdge({ planted: view }, Infinity);
		const random = seededRandom(3);
		const found: string[] = [];
		for (let number = 0; number < 400 && found.length === 0; number += 1) {
			const outcome = await outcomeOf(edge, edge.make?.(random, number) ?? null);
			if (outcome instanceof Broken) found.push(outcome.property);
		}
		expect(found.join()).toMatch(property);
	});

	it('and what hangs', async () => {
		const hangs = shownOf('text', (name) => {
			for (const begunAt = process.cpuUsage(); process.cpuUsage(begunAt).user < 30_000; );
			return textView(name);
		});
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
	const views = ['item/itemView', 'author/accountView', 'dispute-card/disputeCardView', 'panel/panelView'];
	// Text that a regular expression may begin to read again and again.
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
				const browser = new ItemBrowser(floor<ItemIndex>({ items, matching: () => undefined }));
				const wanted = { ...wholeList, order: 'cheap', category: 'rest' } as const;
				const catalogue = {
					snapshot: () => ({ items, state: 'ready' }) as const,
					browse: () => browser.browse(wanted),
				};
				return itemsView(t, catalogue, wanted);
			};
		};
		expectNoBlowUp(of, 10_000);
	});
});
