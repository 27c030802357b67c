import { mediaOf } from '@claimcheck/local-discord/reading';
import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { hasRole, lacksRole } from '../expectations.js';
import { wordsOf } from '../words-of.js';

/** Items are looked up without leaving Discord. */
export function moderatorLooks(cast: Cast): Chapter {
	return {
		title: 'A moderator looks things up',
		async play(scene) {
			await itemCard(cast, scene);
			await itemPages(cast, scene);
		},
	};
}

async function itemCard({ iris, maya }: Cast, scene: Parameters<Chapter['play']>[0]): Promise<void> {
	await scene.say('Iris moderates. Somebody asks about “Aurora”, so she looks it up by the name.');
	const typing = { name: 'id', value: 'auro' };
	const suggestions = await iris.autocomplete('item', typing).suggested();
	const suggestion = suggestions[0];
	scene.checks.holds(
		`While she types “auro”, Discord suggests “${suggestion?.name ?? 'nothing'}”`,
		/aurora/i.test(suggestion?.name ?? ''),
	);
	const card = await scene.command(iris, 'item', { id: String(suggestion?.value) }, `id:${suggestion?.name}`);
	scene.checks.holds(
		'The card tells name and price and shows pictures',
		/aurora/i.test(wordsOf(card)) && /\$\d/.test(wordsOf(card)) && mediaOf(card).length > 0,
		wordsOf(card),
	);
	const pictures = mediaOf(await scene.click(iris, card, /screenshots/i));
	scene.checks.holds(
		`A gallery of ${pictures.length} screenshots opens, and the first one loads`,
		await isPicture(pictures[0]?.url),
	);
	const nothingGiven = 'Looking at items gives nobody a role';
	const { id: buyerRoleId } = scene.stage.roles.buyer;
	const isSo =
		lacksRole(nothingGiven, buyerRoleId).holds(iris) && hasRole(nothingGiven, buyerRoleId).holds(maya);
	scene.checks.holds(nothingGiven, isSo);
}

async function itemPages(cast: Cast, scene: Parameters<Chapter['play']>[0]): Promise<void> {
	const count = scene.stage.marketplace.items.length;
	await scene.say(`Then she pages through all ${count} items.`);
	const first = await scene.command(cast.iris, 'items', {}, '');
	const second = await scene.click(cast.iris, first, /^(›|Next)$/);
	const third = await scene.click(cast.iris, second, /^(›|Next)$/);
	const pages = [first, second, third].map(wordsOf);
	scene.checks.holds('Each page shows other items', new Set(pages).size === 3 && !pages.includes(''));
	const namesCount = new RegExp(`\\b${count}\\b`).test(wordsOf(third));
	scene.checks.holds(`The pages tell of ${count} items in all`, namesCount, wordsOf(third));
	cast.openPage = third;
}

async function isPicture(url: string | undefined): Promise<boolean> {
	if (url === undefined) return false;
	const response = await fetch(url);
	const bytes = await response.arrayBuffer();
	return (
		response.ok && bytes.byteLength > 0 && (response.headers.get('content-type') ?? '').startsWith('image/')
	);
}
