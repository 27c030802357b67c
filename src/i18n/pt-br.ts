import { account } from './pt-br/account.js';
import { audit } from './pt-br/audit.js';
import { command } from './pt-br/command.js';
import { error } from './pt-br/error.js';
import { item } from './pt-br/item.js';
import { items } from './pt-br/items.js';
import { refusal } from './pt-br/refusal.js';
import { stats } from './pt-br/stats.js';
import { verify } from './pt-br/verify.js';

export const ptBR = {
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
