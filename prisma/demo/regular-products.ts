import type { Product } from './product'

type RegularProduct = Pick<Product, 'title' | 'description' | 'price' | 'madeDaysAgo' | 'demand'> &
  Partial<Product>

function regularProduct(product: RegularProduct, sku: string): Product {
  return { uses: null, metadata: { sku, channel: product.demand > 5 ? 'website' : 'instagram' }, ...product }
}

/** Regular products; the first six represent all kinds, the last two were given up. */
export const regularProducts: readonly Product[] = [
  regularProduct(
    {
      title: 'House blend, 1 kg',
      description: 'Whole beans, roasted every Tuesday',
      price: 24.9,
      madeDaysAgo: 90,
      demand: 9,
    },
    'BEAN-HOUSE-1000',
  ),
  regularProduct(
    {
      title: 'Croissants, box of 12',
      description: 'Butter, almond, or half and half. Order by 6 pm for the next morning',
      price: 32.4,
      madeDaysAgo: 89,
      demand: 10,
    },
    'BOX-CROISSANT-12',
  ),
  regularProduct(
    {
      title: 'Birthday cake, 12 slices',
      description: 'Send us the name and the flavor by reply',
      price: 48,
      madeDaysAgo: 87,
      demand: 6,
    },
    'CAKE-12',
  ),
  regularProduct(
    {
      title: 'Apple cake, whole',
      description: 'While the orchard has apples',
      price: 29.5,
      madeDaysAgo: 72,
      cancelledDaysAgo: 4,
      demand: 4,
    },
    'CAKE-APPLE',
  ),
  regularProduct(
    {
      title: 'Lunch for two',
      description: 'Soup, sandwich and a drink each. This month only',
      price: 34,
      madeDaysAgo: 33,
      endsDaysAgo: 2,
      demand: 6,
    },
    'LUNCH-2',
  ),
  regularProduct(
    {
      title: 'Gift card',
      description: 'Valid for a year in both shops',
      price: 50,
      madeDaysAgo: 88,
      demand: 4,
    },
    'GIFT-50',
  ),
  regularProduct(
    {
      title: 'Table for the brunch, deposit',
      description: 'Per person, taken off your bill',
      price: 10,
      madeDaysAgo: 86,
      demand: 9,
    },
    'BRUNCH-DEPOSIT',
  ),
  regularProduct(
    {
      title: 'Espresso blend, 250 g',
      description: 'Ground as you like it',
      price: 9.8,
      madeDaysAgo: 85,
      demand: 8,
    },
    'BEAN-ESPRESSO-250',
  ),
  regularProduct(
    {
      title: 'Afternoon tea for two',
      description: 'Three tiers, a pot each. Book a day ahead',
      price: 56,
      madeDaysAgo: 80,
      demand: 5,
    },
    'TEA-2',
  ),
  regularProduct(
    {
      title: 'Aurora gift box',
      description: 'Two coffees, two mugs, shortbread. Shipped within two days',
      price: 64,
      madeDaysAgo: 64,
      demand: 4,
    },
    'BOX-GIFT',
  ),
  regularProduct(
    {
      title: 'Office breakfast for ten',
      description: 'Delivered between 7:30 and 9:00 below 14th Street',
      price: 145,
      madeDaysAgo: 78,
      demand: 4,
    },
    'OFFICE-10',
  ),
  regularProduct(
    { title: 'Cold brew, six bottles', description: null, price: 22.8, madeDaysAgo: 58, demand: 4 },
    'COLD-6',
  ),
  regularProduct(
    {
      title: 'Gluten-free brownies, tray',
      description: 'Twenty pieces. Baked apart from everything else',
      price: 36,
      madeDaysAgo: 49,
      demand: 4,
    },
    'TRAY-BROWNIE-GF',
  ),
  regularProduct(
    {
      title: 'Espresso machine for a week',
      description: 'With grinder and 2 kg of beans. Deposit not included',
      price: 189,
      madeDaysAgo: 70,
      cancelledDaysAgo: 20,
      demand: 0.9,
    },
    'RENT-MACHINE',
  ),
  regularProduct(
    {
      title: 'Children’s party, deposit',
      description: 'Up to twelve guests, Sunday afternoons',
      price: 120,
      madeDaysAgo: 41,
      demand: 1.2,
    },
    'PARTY-DEPOSIT',
  ),
  regularProduct(
    {
      title: 'Grinder service',
      description: 'New burrs and a clean. Ready in three days',
      price: 45,
      madeDaysAgo: 36,
      demand: 0.8,
    },
    'SERVICE-GRINDER',
  ),
  regularProduct(
    {
      title: 'Test, please ignore',
      description: null,
      price: 1,
      madeDaysAgo: 90,
      cancelledDaysAgo: 88.4,
      demand: 0,
    },
    'TEST',
  ),
]

/** Returns the box of the next weekend, a new link every Monday. */
export function weekendBox(saturday: number): Product {
  const large = saturday % 2 === 0
  return {
    title: 'Weekend box, {date}',
    description: large
      ? 'Two loaves, eight pastries, jam and 250 g of coffee'
      : 'Two loaves, six pastries and jam',
    price: large ? 44.5 : 38,
    uses: null,
    madeDaysAgo: 0,
    saturday,
    demand: 22,
    metadata: { sku: large ? 'BOX-WEEKEND-L' : 'BOX-WEEKEND-M', channel: 'newsletter' },
  }
}
