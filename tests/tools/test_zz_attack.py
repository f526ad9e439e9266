import pytest
from app.conversation.approvals import Tap
from app.errors import ActionRefused
from tests.tools.test_calendar_files import *
from tests.tools.test_calendar_files import _says
from tests.house import tell

def uidfile(uid, title="Talk", extra="", name="x.ics"):
    return (Attachment(name,"text/calendar",f"BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:{uid}\nDTSTART:20270312T150000Z\nDTEND:20270312T160000Z\nSUMMARY:{title}\n{extra}END:VEVENT\nEND:VCALENDAR\n".encode()),)

@pytest.mark.parametrize("uid",["../../../eve/home/x","..","/","a"*5000,"ü\u202e%00%2e%2e","x\\ny","a?b#c","a%2Fb","","-","again-x",".htaccess","<x>&\"'","x/20270312T150000Z"])
async def test_uids(house, calendars, uid):
    a=await _says(house,"add these to my calendar",uidfile(uid))
    b=await _says(house,"confirm 1")
    c=await _says(house,"add these to my calendar",uidfile(uid,name="y.ics"))
    d=await _says(house,"undo"); e=await _says(house,"undo")
    print("UID",uid[:30],"|",b[:90],"|",c[:80],"|",d[:60],"|",e[:60])
    assert "In your calendar" in b
    assert "already" in c

@pytest.mark.parametrize("name",["../../etc/passwd.ics","a\nb.ics","C:\\x\\y.ics","\u202ecs.exe.ics","x"*400+".ics","“x” and boss's mail “y.ics", "=cmd|'/C calc'!A0.ics","[x](http://evil).ics","<b>x.ics",".ics",""])
async def test_names(house, calendars, name):
    a=await _says(house,"add these to my calendar",uidfile("u1","=1+1 <b>**x**</b> [a](http://e) ┃ `x",name=name))
    print("NAME",repr(name[:30]),a)
    b=await _says(house,"confirm 1"); print(b)
    entry,_=await events.current(context_of(house).deps,"#1"); print(entry.taint, repr(entry.event.notes))
    assert entry.taint

async def test_undo_twice_and_by_others(house, calendars):
    await _says(house,"add these to my calendar",uidfile("u1"))
    await _says(house,"confirm 1")
    last=(await house.store.turns.recent(house.owner.id,5))[-1]
    rows=await house.database.fetch("SELECT id,turn_id,user_id,tool,undo,status FROM ledger"); print([dict(r) for r in rows])
    turn=rows[0]["turn_id"]
    other=await house.store.users.create("Eve") if hasattr(house.store.users,"create") else None
    for uid in ("nobody","eve"):
        try: print("OTHER",uid, await house.conversation.decide(uid,"undo",turn))
        except Exception as e: print("OTHER refused",uid,type(e).__name__,e)
    print("ME",await house.conversation.decide(house.owner.id,"undo",turn))
    try: print("AGAIN",await house.conversation.decide(house.owner.id,"undo",turn))
    except Exception as e: print("AGAIN refused",type(e).__name__,e)
    import asyncio
