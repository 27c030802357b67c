import { account } from './tr/account.js';
import { audit } from './tr/audit.js';
import { command } from './tr/command.js';
import { error } from './tr/error.js';
import { item } from './tr/item.js';
import { items } from './tr/items.js';
import { refusal } from './tr/refusal.js';
import { stats } from './tr/stats.js';
import { verify } from './tr/verify.js';

export const tr = {
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
