import { account } from './it/account.js';
import { audit } from './it/audit.js';
import { command } from './it/command.js';
import { error } from './it/error.js';
import { item } from './it/item.js';
import { items } from './it/items.js';
import { refusal } from './it/refusal.js';
import { stats } from './it/stats.js';
import { verify } from './it/verify.js';

export const it = {
	...account,
	...audit,
	...command,
	...error,
	...item,
	...items,
	...refusal,
	...stats,
	...verify,
};
