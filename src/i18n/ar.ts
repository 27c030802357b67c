import { account } from './ar/account.js';
import { command } from './ar/command.js';
import { error } from './ar/error.js';
import { item } from './ar/item.js';
import { items } from './ar/items.js';
import { refusal } from './ar/refusal.js';
import { stats } from './ar/stats.js';

export const ar = {
	...account,
	...command,
	...error,
	...item,
	...items,
	...refusal,
	...stats,
};
