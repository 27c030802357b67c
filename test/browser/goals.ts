/**
 * People's goals, and the number of presses to reach each. One press is a click, a key that types no letter, or a field
 * that is typed or pasted into; choosing from one of the browser's own lists counts as two, for opening and choosing.
 */
export const goals = {
	'buyer: verify from the panel': 3,
	'buyer: see what was bought': 1,
	'buyer: read what to do about a wrong code, and verify with the right one': 6,
	'buyer: ask the staff for a purchase that another account has': 3,
	'buyer: write to the staff without a code': 4,
	'buyer: get a lost role back': 4,
	'buyer: find an item among 300 by its name': 7,
	'buyer: see the last of 300 items': 6,
	'holder: answer a question about a purchase': 1,
	'moderator: open a purchase from its line in the audit channel': 1,
	'moderator: look a member up': 3,
	'moderator: lock a purchase': 5,
	'moderator: revoke a purchase': 4,
	'moderator: undo it': 1,
	'moderator: look a code up': 4,
	'moderator: decide a dispute': 3,
	'moderator: undo the decision': 1,
	'moderator: rule the other way after an undo': 3,
	'moderator: give an item to a buyer without a code': 4,
	'moderator: see who verified in a busy hour': 0,
	'author: set the server up': 11,
	'author: try it as a buyer': 1,
	'author: write the words of the panel': 4,
	'author: give a role for an item of 300': 11,
	'developer: do the first task': 6,
	'developer: see what the bot sends and is sent': 1,
	'developer: move the clock by a month': 2,
	'developer: copy the link of a task': 1,
	'developer: look into the database': 2,
	'keyboard user: skip to the moderator’s phone': 4,
	'keyboard user: verify from the panel': 16,
	'keyboard user: see what was bought': 2,
	'keyboard user: look a member up': 5,
} as const satisfies Readonly<Record<string, number>>;

export type Goal = keyof typeof goals;

/** Counts presses in the page, as defined for `goals`. */
export const pressCounter = `
	globalThis.presses = 0;
	let field;
	const press = () => {
		globalThis.presses += 1;
		field = undefined;
	};
	addEventListener('pointerdown', press, true);
	addEventListener('keydown', ({ key }) => {
		if (key.length > 1 && key !== 'Shift') press();
	}, true);
	addEventListener('change', ({ target }) => {
		if (target instanceof HTMLSelectElement) globalThis.presses += 2;
	}, true);
	addEventListener('input', (event) => {
		if (!(event instanceof InputEvent) || event.target === field) return;
		press();
		field = event.target;
	}, true);
`;
