import { account } from './tr/account.js';
import { command } from './tr/command.js';
import { error } from './tr/error.js';
import { item } from './tr/item.js';
import { items } from './tr/items.js';
import { refusal } from './tr/refusal.js';
import { stats } from './tr/stats.js';

export const tr = {
	...account,
	...command,
	...error,
	...item,
	...items,
	...refusal,
	...stats,
};
