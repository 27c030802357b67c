import { account } from './fr/account.js';
import { audit } from './fr/audit.js';
import { command } from './fr/command.js';
import { error } from './fr/error.js';
import { item } from './fr/item.js';
import { items } from './fr/items.js';
import { refusal } from './fr/refusal.js';
import { stats } from './fr/stats.js';
import { verify } from './fr/verify.js';

export const fr = {
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
