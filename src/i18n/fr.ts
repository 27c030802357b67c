import { account } from './fr/account.js';
import { command } from './fr/command.js';
import { error } from './fr/error.js';
import { item } from './fr/item.js';
import { items } from './fr/items.js';
import { refusal } from './fr/refusal.js';
import { stats } from './fr/stats.js';

export const fr = {
	...account,
	...command,
	...error,
	...item,
	...items,
	...refusal,
	...stats,
};
