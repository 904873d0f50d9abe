import * as z from 'zod'
import { endpoints } from '@/lib/contract/endpoints'
const show=(s:any)=>console.log(JSON.stringify(s))
show(z.toJSONSchema(endpoints.createPaymentLink.body,{io:'input'}))
show(z.toJSONSchema(endpoints.updateCustomer.body,{io:'input'}))
show(z.toJSONSchema(endpoints.createCustomer.body,{io:'input'}))
show(z.toJSONSchema(endpoints.createCharge.body,{io:'input'}))
show(z.toJSONSchema(endpoints.listPayments.query,{io:'input'}))
show(z.toJSONSchema(endpoints.listCustomers.query,{io:'input'}))
show(z.toJSONSchema(endpoints.createCharge.response,{io:'output',unrepresentable:'any'}))
show(z.toJSONSchema(endpoints.listPayments.response,{io:'output',unrepresentable:'any'}))
