import type { account as english } from '../en/account.js';

export const account = {
	'account.userName': 'Nome de usuário',
	'account.memberSince': 'Membro desde',
	'account.link': 'Link',
	'account.badKey':
		'O marketplace não aceita a chave de API do bot. Confira `MARKETPLACE_API_KEY`: você pode criar uma nova chave na seção de chaves de API das configurações do espaço de trabalho do marketplace.',
	'account.laterAt': 'O marketplace pediu para o bot esperar. A conta poderá ser consultada de novo {when}.',
	'account.unavailable': 'Não foi possível acessar o marketplace agora. Tente de novo em alguns minutos.',
	'account.malformed': 'Não foi possível entender a resposta do marketplace. `MARKETPLACE_URL` está certa?',
	'account.showPrivate': 'Mostrar e-mail e saldo',
	'account.email': 'E-mail',
	'account.contactEmail': 'E-mail de contato',
	'account.balance': 'Saldo',
	'account.notGiven': 'não informado',
} satisfies Record<keyof typeof english, string>;
