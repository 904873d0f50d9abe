import type { Random } from './random'

const FIRST_NAMES =
  'Ana María|Luis|Sofía|Carlos|Valentina|Diego|Lucía|José|Camila|Andrés|Gabriela|Miguel|Isabella|Fernando|Renata|Javier|Paola|Ricardo|Elena|Oscar|Mariana|Jorge|Daniela|Héctor|Beatriz|Emilio|Ximena|Rafael|Adriana|Tomás|Noah|Emma|Oliver|Chloé|Amara|Yuki'.split(
    '|',
  )
const LAST_NAMES =
  'García|Hernández|López|Morales|Castillo|Ramírez|Flores|Méndez|Ortiz|Reyes|Cruz|Vásquez|Aguilar|Domínguez|Estrada|Barrios|Solís|Cabrera|Fuentes|Navarro|Núñez|Salazar|Peña|Quintana|Ibáñez|O’Connor|Müller|Okafor|Tanaka|Silva'.split(
    '|',
  )
const MAIL_HOSTS = ['example.com', 'example.org', 'example.net'] as const

/** What a payer or a customer is called, with an address that reaches nobody. */
export function person(random: Random): { name: string; email: string } {
  const first = random.pick(FIRST_NAMES)
  const last = random.pick(LAST_NAMES)
  const local = `${first}.${last}`
    .normalize('NFKD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase()
  return { name: `${first} ${last}`, email: `${local}@${random.pick(MAIL_HOSTS)}` }
}

/** What a bakery that also teaches sells by link: title, description, and a price in major units. */
export const linkIdeas = [
  { title: 'Birthday cake, 12 slices', description: 'Pick up on Saturday after 10:00', price: 38.5 },
  { title: 'Sourdough workshop', description: 'One seat, apron and starter included', price: 65 },
  { title: 'Monthly bread box', description: 'Four loaves, one a week', price: 24 },
  { title: 'Wedding cake, first half', description: 'Deposit; the rest is due a week before', price: 450 },
  { title: 'Office breakfast for 20', description: null, price: 180 },
  { title: 'Gift card', description: 'Valid for a year in both shops', price: 50 },
  { title: 'Croissants, tray of 24', description: 'Order by 18:00 for the next morning', price: 42 },
  { title: 'Gluten-free cake', description: null, price: 44.9 },
  { title: 'Baking class for children', description: 'Sundays, 2 hours', price: 29.99 },
  { title: 'Coffee beans, 1 kg', description: 'Huehuetenango, medium roast', price: 21.75 },
  { title: 'Invoice 1042', description: 'Catering on 3 November', price: 1240 },
  { title: 'Tasting evening', description: 'Five breads, five cheeses', price: 33 },
  { title: 'Christmas stollen', description: 'Shipped on 15 December', price: 19.5 },
  { title: 'Repair of a mixer', description: null, price: 87.2 },
  { title: 'Table for the brunch', description: 'Deposit per person', price: 10 },
] as const
