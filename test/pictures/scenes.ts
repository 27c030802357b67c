import type { State } from '../states/state.js';
import { surfaces } from '../states/surfaces.js';

/** A picture in a document: the playground's window, or one message on a phone. */
export interface Scene {
	readonly name: string;
	readonly alt: string;
	/** The browser's window, in pixels. */
	readonly viewport: { readonly width: number; readonly height: number };
	readonly scale: number;
	/** The person using the phone, and a part of the message; undefined if the picture shows the whole window. */
	readonly message?: readonly [person: string, text: RegExp];
	/** The states whose messages are in the picture. */
	readonly states: readonly State[];
}

const phone = { viewport: { width: 390, height: 844 }, scale: 2 };
const moderator = 'Iris (moderator)';

export const scenes: readonly Scene[] = [
	{
		name: 'playground',
		viewport: { width: 1440, height: 900 },
		scale: 1.5,
		alt: 'The playground in a browser: the phone of a buyer who has just verified a purchase, and beside it the phone of a moderator with the audit channel and that purchase. To their left are guided tasks, to their right, folded, what is behind the scenes.',
		states: statesOf('panel', 'verify/verified', 'audit/verified', 'desk/whois'),
	},
	{
		...{ name: 'playground-phone', ...phone },
		alt: 'The playground on a phone: a buyer who has just verified a purchase, and below a bar that leads to the moderator, to the tasks and to the world behind them.',
		states: statesOf('panel', 'verify/verified'),
	},
	{
		...{ name: 'audit-lines', ...phone },
		alt: 'Lines of the audit channel: what the set-up has changed, and that @Maya verified a purchase. A button opens the purchase.',
		message: [moderator, / verified /],
		states: statesOf('audit/lines'),
	},
	{
		...{ name: 'desk-purchase', ...phone },
		alt: 'A purchase as staff see it: the item, the license and the end of the code, when it was bought and until when it has support, what was paid, who holds it and what has happened. Below are a select of changes, and the buttons Check now, History and Back.',
		message: [moderator, /Linked to @Maya/],
		states: statesOf('desk/purchase'),
	},
	{
		...{ name: 'case', ...phone },
		alt: 'The card of a dispute: two accounts claim one purchase. It says what was bought and paid, who holds it, who asks for it and what they wrote. Its buttons move the purchase to Tom or keep it with Maya.',
		message: [moderator, /Two accounts, one purchase/],
		states: statesOf('case'),
	},
	{
		...{ name: 'setup', ...phone },
		alt: 'The page of /setup server: the buyer role, the bot’s own role, the audit channel and the panel, each with whether it is in order, buttons that change them, and a select of further settings.',
		message: ['Noor (admin)', /of 4/],
		states: statesOf('setup/ready'),
	},
];

function statesOf(...names: readonly string[]): readonly State[] {
	const all = surfaces.flatMap(({ states }) => states);
	return names.map((name) => {
		const state = all.find((it) => it.name === name);
		if (state === undefined) throw new Error(`The corpus has no state ${name}`);
		return state;
	});
}
