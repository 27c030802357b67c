import { account } from './it/account.js';
import { command } from './it/command.js';
import { error } from './it/error.js';
import { item } from './it/item.js';
import { items } from './it/items.js';
import { refusal } from './it/refusal.js';
import { stats } from './it/stats.js';

export const it = {
	...account,
	...command,
	...error,
	...item,
	...items,
	...refusal,
	...stats,
};
