import { account } from './ar/account.js';
import { audit } from './ar/audit.js';
import { command } from './ar/command.js';
import { error } from './ar/error.js';
import { item } from './ar/item.js';
import { items } from './ar/items.js';
import { refusal } from './ar/refusal.js';
import { stats } from './ar/stats.js';
import { verify } from './ar/verify.js';

export const ar = {
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
