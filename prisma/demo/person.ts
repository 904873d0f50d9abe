import type { Random } from './random'

interface Origin {
  first: readonly string[]
  last: readonly string[]
}

const list = (names: string) => names.split('|')

/** Origins of a city's café's guests with their weights: first and last names that go together. */
const ORIGINS: readonly (readonly [Origin, weight: number])[] = [
  [
    {
      first: list(
        'Emma|Noah|Olivia|Liam|Hannah|Marcus|Grace|Ethan|Claire|Jordan|Abigail|Caleb|Megan|Tyler|Naomi|Patrick|Erin|Simon|Lauren|Dylan|Rachel|Owen|Maya|Theo',
      ),
      last: list(
        'Bennett|Carter|Walsh|Hughes|Sullivan|Parker|Reed|Foster|Brooks|Coleman|Griffin|Hayes|Porter|O’Connor|Whitfield|Lawson|Marsh|Ellis|Barrett|Quinn|Tate|Holloway|Prescott|Vaughn',
      ),
    },
    40,
  ],
  [
    {
      first: list(
        'Sofía|Carlos|Valentina|Diego|Lucía|José|Camila|Andrés|Gabriela|Miguel|Isabella|Javier|Elena|Rafael|Mariana|Héctor|Ximena|Tomás|Ana María',
      ),
      last: list(
        'García|Hernández|López|Morales|Castillo|Ramírez|Flores|Méndez|Ortiz|Reyes|Vásquez|Aguilar|Estrada|Cabrera|Navarro|Núñez|Salazar|Peña|Ibáñez|De la Cruz',
      ),
    },
    24,
  ],
  [
    {
      first: list('Mei|Wei|Jun|Yuki|Haruto|Min-ji|Soo-jin|Linh|Anh|Kenji|Grace|Kevin|Angela|Daniel'),
      last: list('Chen|Wang|Lin|Tanaka|Sato|Kim|Park|Nguyen|Tran|Liu|Huang|Nakamura|Choi|Wong'),
    },
    11,
  ],
  [
    {
      first: list('Priya|Arjun|Ananya|Rohan|Kavya|Vikram|Farah|Imran|Neha|Samir|Leila|Omar|Yasmin|Karim'),
      last: list('Patel|Sharma|Raman|Iyer|Khan|Gupta|Ahmed|Desai|Nair|Haddad|Mansour|Rahimi|Chaudhry'),
    },
    10,
  ],
  [
    {
      first: list('Amara|Chidi|Kwame|Zainab|Adaeze|Malik|Imani|Kofi|Nia|Thandiwe|Desta|Isaiah'),
      last: list('Okafor|Mensah|Adeyemi|Diallo|Boateng|Tesfaye|Njoroge|Baptiste|Owusu|Abara|Washington'),
    },
    7,
  ],
  [
    {
      first: list(
        'Chloé|Lukas|Giulia|Anna|Mateusz|Ingrid|Freya|Jakob|Katarzyna|Niamh|Marco|Eszter|Björn|Zoë',
      ),
      last: list('Müller|Rossi|Kowalski|Lindqvist|Novak|Dubois|Bianchi|Jansen|Petrov|Szabó|Moreau|Hansen'),
    },
    8,
  ],
]

const MAIL_HOSTS = [
  ['example.com', 5],
  ['example.org', 2],
  ['example.net', 2],
] as const

/** Returns the name of a payer or a customer, with an unreachable address. */
export function person(random: Random): { name: string; email: string } {
  const { first: firsts, last: isValidAt } = random.weighted(ORIGINS)
  const first = random.pick(firsts)
  const last = random.pick(isValidAt)
  return {
    name: `${first} ${last}`,
    email: `${mailbox(random, plain(first), plain(last))}@${mailHost(random)}`,
  }
}

function mailHost(random: Random): string {
  return random.weighted(MAIL_HOSTS)
}

/** Returns a mailbox as people choose them: most by their full name, some with an initial or their year of birth. */
function mailbox(random: Random, first: string, last: string): string {
  const ways = [
    [`${first}.${last}`, 5],
    [`${first}${last}`, 1],
    [`${first.slice(0, 1)}.${last}`, 2],
    [`${first}.${last}${random.int(61, 99)}`, 1.5],
    [`${first}_${last.slice(0, 1)}`, 0.5],
  ] as const
  return random.weighted(ways)
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}
