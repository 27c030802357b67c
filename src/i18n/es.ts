import { account } from './es/account.js';
import { command } from './es/command.js';
import { error } from './es/error.js';
import { item } from './es/item.js';
import { items } from './es/items.js';
import { refusal } from './es/refusal.js';
import { stats } from './es/stats.js';

export const es = {
	...account,
	...command,
	...error,
	...item,
	...items,
	...refusal,
	...stats,
};
