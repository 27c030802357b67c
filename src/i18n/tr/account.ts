import type { account as english } from '../en/account.js';

export const account = {
	'account.userName': 'Kullanıcı adı',
	'account.memberSince': 'Üyelik tarihi',
	'account.link': 'Bağlantı',
	'account.badKey':
		'Pazar yeri, botun API anahtarını kabul etmiyor. `MARKETPLACE_API_KEY` değerini kontrol et: yeni bir anahtarı pazar yerinin çalışma alanı ayarlarındaki API anahtarı bölümünde oluşturabilirsin.',
	'account.laterAt': 'Pazar yeri bottan beklemesini istiyor. Hesap {when} yeniden okunabilir.',
	'account.unavailable': 'Pazar yerine şu anda ulaşılamıyor. Lütfen birkaç dakika sonra tekrar dene.',
	'account.malformed': 'Pazar yerinin yanıtı anlaşılamadı. `MARKETPLACE_URL` doğru mu?',
	'account.showPrivate': 'E-postayı ve bakiyeyi göster',
	'account.email': 'E-posta',
	'account.contactEmail': 'İletişim e-postası',
	'account.balance': 'Bakiye',
	'account.notGiven': 'belirtilmemiş',
} satisfies Record<keyof typeof english, string>;
