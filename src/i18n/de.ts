import { account } from './de/account.js';
import { command } from './de/command.js';
import { error } from './de/error.js';
import { item } from './de/item.js';
import { items } from './de/items.js';
import { refusal } from './de/refusal.js';
import { stats } from './de/stats.js';

export const de = {
	...account,
	...command,
	...error,
	...item,
	...items,
	...refusal,
	...stats,
};
