import type { Refusal } from './row-check.js';

/** For the report of an import. Without commas and quotes, and never with the row's own text. */
export const refusalTexts: Readonly<Record<Refusal, string>> = {
	'member-id':
		'no member id: 17 to 20 digits or <@id> (spreadsheets round long numbers unless the column is text)',
	'not-a-code': 'no purchase code: /verify would not accept it either',
	doubled: 'an earlier line says the same',
	item: 'neither a code nor an item: a gift needs the id of an item',
	'unknown-item': 'the shop lists no such item of yours',
	until: 'no end of the gift: a day such as 2026-12-31',
	'until-range': 'the end of the gift is not within the next 365 days',
	locked: 'staff have locked this purchase',
	revoked: 'staff have revoked this purchase',
	'other-holder': 'another member holds this purchase',
	'no-seat': 'all seats of this purchase are taken',
	invalid: 'the shop does not know this code: wrong or refunded or of another author',
	refunded: 'the member held it and the shop no longer lists it: refunded',
	unreadable: 'the answer of the shop about this code cannot be read',
	absent: 'the member is not in the server: nothing was recorded',
	bot: 'this is a bot',
};
