-- a database of schema version 0001, as the first server wrote it
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE log (
	"table" VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	"by" VARCHAR(8) NOT NULL, 
	request VARCHAR(80) NOT NULL, 
	note VARCHAR(200) NOT NULL, 
	time BIGINT NOT NULL, 
	PRIMARY KEY ("table", number), 
	FOREIGN KEY("table") REFERENCES tables (id)
);
INSERT INTO "log" VALUES('caminoplaying',1,'act',-1,'board 4','table','','',1794827970803);
INSERT INTO "log" VALUES('caminoplaying',2,'act',-1,'board 2','table','','',1794827970803);
INSERT INTO "log" VALUES('caminoplaying',3,'act',-1,'card 10','table','','',1794827970803);
INSERT INTO "log" VALUES('caminoplaying',4,'chat',0,'¡Hola!','person','1/c1','Badia',1794827970807);
INSERT INTO "log" VALUES('caminoplaying',5,'act',0,'head e4','person','1/r3','',1794827970807);
INSERT INTO "log" VALUES('caminoplaying',6,'act',0,'head e5','person','1/r4','',1794827970808);
INSERT INTO "log" VALUES('caminoplaying',7,'act',0,'stop','person','1/r5','',1794827970808);
INSERT INTO "log" VALUES('caminoplaying',8,'act',1,'head c5','person','2/r6','',1794827970808);
INSERT INTO "log" VALUES('caminoplaying',9,'act',1,'stop','person','2/r7','',1794827970808);
INSERT INTO "log" VALUES('caminoplaying',10,'act',-1,'card 6','table','','',1794827970809);
INSERT INTO "log" VALUES('caminoplaying',11,'act',0,'tail g4','person','1/r9','',1794827970809);
INSERT INTO "log" VALUES('caminoplaying',12,'act',0,'tail g5','person','1/r10','',1794827970809);
INSERT INTO "log" VALUES('caminoplaying',13,'undo',0,'','person','1/u1','',1794827970809);
INSERT INTO "log" VALUES('europaplaying',1,'act',-1,'route 5','table','','',1794827970892);
INSERT INTO "log" VALUES('europaplaying',2,'act',-1,'route 1','table','','',1794827970892);
INSERT INTO "log" VALUES('europaplaying',3,'act',-1,'next 1','table','','',1794827970893);
INSERT INTO "log" VALUES('europaplaying',4,'chat',0,'¡Hola!','person','1/c1','Badia',1794827970894);
INSERT INTO "log" VALUES('europaplaying',5,'act',-1,'1','table','1/r3','',1794827970894);
INSERT INTO "log" VALUES('europaplaying',6,'act',0,'pass','person','1/r4','',1794827970894);
INSERT INTO "log" VALUES('europaplaying',7,'act',-1,'3','table','2/r5','',1794827970894);
INSERT INTO "log" VALUES('europaplaying',8,'act',1,'pass','person','2/r6','',1794827970894);
INSERT INTO "log" VALUES('europaplaying',9,'act',-1,'2','table','1/r7','',1794827970894);
INSERT INTO "log" VALUES('europaplaying',10,'act',0,'move','person','1/r8','',1794827970894);
INSERT INTO "log" VALUES('europaplaying',11,'act',-1,'3','table','2/r9','',1794827970894);
INSERT INTO "log" VALUES('europaplaying',12,'act',1,'move','person','2/r10','',1794827970894);
INSERT INTO "log" VALUES('europaplaying',13,'undo',1,'','person','2/u1','',1794827970895);
INSERT INTO "log" VALUES('girumgoplaying',1,'act',-1,'set 2','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',2,'act',-1,'set 5','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',3,'act',-1,'set 5','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',4,'act',-1,'set 2','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',5,'act',-1,'set 3','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',6,'act',-1,'set 1','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',7,'act',-1,'set 3','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',8,'act',-1,'set 3','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',9,'act',-1,'set 0','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',10,'act',-1,'set 5','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',11,'act',-1,'set 1','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',12,'act',-1,'set 1','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',13,'act',-1,'set 1','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',14,'act',-1,'set 1','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',15,'act',-1,'set 5','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',16,'act',-1,'set 0','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',17,'act',-1,'set 2','table','','',1794827970918);
INSERT INTO "log" VALUES('girumgoplaying',18,'act',-1,'set 0','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',19,'act',-1,'set 5','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',20,'act',-1,'set 0','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',21,'act',-1,'set 5','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',22,'act',-1,'set 2','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',23,'act',-1,'set 1','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',24,'act',-1,'set 3','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',25,'act',-1,'set 1','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',26,'act',-1,'set 4','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',27,'act',-1,'set 2','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',28,'act',-1,'set 3','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',29,'act',-1,'set 0','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',30,'act',-1,'set 4','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',31,'act',-1,'set 0','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',32,'act',-1,'set 4','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',33,'act',-1,'set 0','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',34,'act',-1,'set 3','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',35,'act',-1,'set 3','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',36,'act',-1,'set 1','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',37,'act',-1,'set 2','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',38,'act',-1,'first 2','table','','',1794827970919);
INSERT INTO "log" VALUES('girumgoplaying',39,'chat',0,'¡Hola!','person','1/c1','Badia',1794827970921);
INSERT INTO "log" VALUES('girumgoplaying',40,'act',-1,'4','table','2/r38','',1794827970921);
INSERT INTO "log" VALUES('girumgoplaying',41,'act',1,'spin f4 +','person','2/r39','',1794827970921);
INSERT INTO "log" VALUES('girumgoplaying',42,'act',1,'spin a2 -','person','2/r40','',1794827970921);
INSERT INTO "log" VALUES('girumgoplaying',43,'act',1,'spin e3 -','person','2/r41','',1794827970921);
INSERT INTO "log" VALUES('girumgoplaying',44,'act',1,'spin e6 -','person','2/r42','',1794827970921);
INSERT INTO "log" VALUES('girumgoplaying',45,'act',1,'end','person','2/r43','',1794827970921);
INSERT INTO "log" VALUES('girumgoplaying',46,'act',-1,'2','table','1/r44','',1794827970921);
INSERT INTO "log" VALUES('girumgoplaying',47,'act',0,'spin f1 -','person','1/r45','',1794827970922);
INSERT INTO "log" VALUES('girumgoplaying',48,'undo',0,'','person','1/u1','',1794827970922);
INSERT INTO "log" VALUES('ocaplaying',1,'chat',0,'¡Hola!','person','1/c1','Badia',1794827970925);
INSERT INTO "log" VALUES('ocaplaying',2,'act',-1,'5+6','table','1/r0','',1794827970925);
INSERT INTO "log" VALUES('ocaplaying',3,'act',-1,'2+6','table','2/r1','',1794827970925);
INSERT INTO "log" VALUES('ocaplaying',4,'act',-1,'2+4','table','1/r2','',1794827970925);
INSERT INTO "log" VALUES('ocaplaying',5,'act',-1,'1+3','table','2/r3','',1794827970925);
INSERT INTO "log" VALUES('ocaplaying',6,'act',-1,'1+6','table','1/r4','',1794827970925);
INSERT INTO "log" VALUES('ocaplaying',7,'act',-1,'1+2','table','2/r5','',1794827970925);
INSERT INTO "log" VALUES('ocaplaying',8,'act',-1,'2+6','table','1/r6','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',9,'act',-1,'1+4','table','2/r7','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',10,'act',-1,'2+3','table','1/r8','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',11,'act',-1,'2+4','table','2/r9','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',12,'act',-1,'4+5','table','1/r10','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',13,'act',-1,'4+5','table','2/r11','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',14,'act',-1,'4+4','table','1/r12','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',15,'act',-1,'3+3','table','2/r13','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',16,'act',-1,'1+5','table','1/r14','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',17,'act',-1,'2+6','table','2/r15','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',18,'act',-1,'3+5','table','1/r16','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',19,'act',-1,'4+6','table','2/r17','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',20,'act',-1,'3+4','table','1/r18','',1794827970926);
INSERT INTO "log" VALUES('ocaplaying',21,'act',-1,'3+6','table','2/r19','',1794827970926);
INSERT INTO "log" VALUES('poleanaplaying',1,'act',-1,'first 1','table','','',1794827970945);
INSERT INTO "log" VALUES('poleanaplaying',2,'chat',0,'¡Hola!','person','1/c1','Badia',1794827970947);
INSERT INTO "log" VALUES('poleanaplaying',3,'act',-1,'3+4','table','1/r1','',1794827970947);
INSERT INTO "log" VALUES('poleanaplaying',4,'act',0,'pass','person','1/r2','',1794827970947);
INSERT INTO "log" VALUES('poleanaplaying',5,'act',-1,'1+6','table','2/r3','',1794827970947);
INSERT INTO "log" VALUES('poleanaplaying',6,'act',1,'pass','person','2/r4','',1794827970947);
INSERT INTO "log" VALUES('poleanaplaying',7,'act',-1,'4+5','table','1/r5','',1794827970947);
INSERT INTO "log" VALUES('poleanaplaying',8,'act',0,'pass','person','1/r6','',1794827970947);
INSERT INTO "log" VALUES('poleanaplaying',9,'act',-1,'2+3','table','2/r7','',1794827970947);
INSERT INTO "log" VALUES('poleanaplaying',10,'act',1,'pass','person','2/r8','',1794827970947);
INSERT INTO "log" VALUES('poleanaplaying',11,'undo',1,'','person','2/u1','',1794827970947);
INSERT INTO "log" VALUES('aaaaover',1,'act',-1,'board 2','table','','',1794827970950);
INSERT INTO "log" VALUES('aaaaover',2,'act',-1,'board 3','table','','',1794827970950);
INSERT INTO "log" VALUES('aaaaover',3,'act',-1,'card 11','table','','',1794827970950);
INSERT INTO "log" VALUES('aaaaover',4,'act',0,'stop','person','','',1794827970951);
INSERT INTO "log" VALUES('aaaaover',5,'act',1,'stop','person','','',1794827970951);
INSERT INTO "log" VALUES('aaaaover',6,'act',-1,'card 10','table','','',1794827970951);
INSERT INTO "log" VALUES('aaaaover',7,'act',0,'stop','person','','',1794827970951);
INSERT INTO "log" VALUES('aaaaover',8,'act',1,'stop','person','','',1794827970951);
INSERT INTO "log" VALUES('aaaaover',9,'act',-1,'card 9','table','','',1794827970952);
INSERT INTO "log" VALUES('aaaaover',10,'act',0,'stop','person','','',1794827970952);
INSERT INTO "log" VALUES('aaaaover',11,'act',1,'stop','person','','',1794827970952);
INSERT INTO "log" VALUES('aaaaover',12,'act',-1,'card 5','table','','',1794827970952);
INSERT INTO "log" VALUES('aaaaover',13,'act',0,'stop','person','','',1794827970952);
INSERT INTO "log" VALUES('aaaaover',14,'act',1,'stop','person','','',1794827970952);
INSERT INTO "log" VALUES('aaaaover',15,'act',-1,'card 13','table','','',1794827970952);
INSERT INTO "log" VALUES('aaaaover',16,'act',0,'stop','person','','',1794827970952);
INSERT INTO "log" VALUES('aaaaover',17,'act',1,'stop','person','','',1794827970952);
INSERT INTO "log" VALUES('aaaaover',18,'act',-1,'card 12','table','','',1794827970952);
INSERT INTO "log" VALUES('aaaaover',19,'act',0,'stop','person','','',1794827970952);
INSERT INTO "log" VALUES('aaaaover',20,'act',1,'stop','person','','',1794827970953);
INSERT INTO "log" VALUES('aaaaover',21,'act',-1,'card 2','table','','',1794827970953);
INSERT INTO "log" VALUES('aaaaover',22,'act',0,'stop','person','','',1794827970953);
INSERT INTO "log" VALUES('aaaaover',23,'act',1,'stop','person','','',1794827970953);
INSERT INTO "log" VALUES('aaaaover',24,'act',-1,'card 15','table','','',1794827970953);
INSERT INTO "log" VALUES('aaaaover',25,'act',0,'stop','person','','',1794827970953);
INSERT INTO "log" VALUES('aaaaover',26,'act',1,'stop','person','','',1794827970953);
INSERT INTO "log" VALUES('aaaaover',27,'act',-1,'card 8','table','','',1794827970953);
INSERT INTO "log" VALUES('aaaaover',28,'act',0,'stop','person','','',1794827970953);
INSERT INTO "log" VALUES('aaaaover',29,'act',1,'stop','person','','',1794827970953);
INSERT INTO "log" VALUES('aaaaover',30,'act',-1,'card 6','table','','',1794827970953);
INSERT INTO "log" VALUES('aaaaover',31,'act',0,'stop','person','','',1794827970953);
INSERT INTO "log" VALUES('aaaaover',32,'act',1,'stop','person','','',1794827970954);
INSERT INTO "log" VALUES('aaaaover',33,'act',-1,'card 14','table','','',1794827970954);
INSERT INTO "log" VALUES('aaaaover',34,'act',0,'stop','person','','',1794827970954);
INSERT INTO "log" VALUES('aaaaover',35,'act',1,'stop','person','','',1794827970954);
INSERT INTO "log" VALUES('aaaaover',36,'act',-1,'card 1','table','','',1794827970954);
INSERT INTO "log" VALUES('aaaaover',37,'act',0,'stop','person','','',1794827970954);
INSERT INTO "log" VALUES('aaaaover',38,'act',1,'stop','person','','',1794827970954);
INSERT INTO "log" VALUES('aaaaover',39,'act',-1,'card 3','table','','',1794827970954);
INSERT INTO "log" VALUES('aaaaover',40,'act',0,'stop','person','','',1794827970954);
INSERT INTO "log" VALUES('aaaaover',41,'act',1,'stop','person','','',1794827970954);
INSERT INTO "log" VALUES('aaaaover',42,'act',-1,'card 4','table','','',1794827970955);
INSERT INTO "log" VALUES('aaaaover',43,'act',0,'stop','person','','',1794827970955);
INSERT INTO "log" VALUES('aaaaover',44,'act',1,'stop','person','','',1794827970955);
INSERT INTO "log" VALUES('aaaaover',45,'act',-1,'card 7','table','','',1794827970955);
INSERT INTO "log" VALUES('aaaaover',46,'act',0,'stop','person','','',1794827970955);
INSERT INTO "log" VALUES('aaaaover',47,'act',1,'stop','person','','',1794827970955);
CREATE TABLE seats (
	"table" VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	mark VARCHAR(32) NOT NULL, 
	bot VARCHAR(200) NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	device VARCHAR(64) NOT NULL, 
	ready BOOLEAN NOT NULL, 
	"left" BOOLEAN NOT NULL, 
	PRIMARY KEY ("table", seat), 
	FOREIGN KEY("table") REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('aaaawaiting',0,'person','Badia','','','f265aa0b675ed5891f104910526e4f312ceb516e57f3eec07d5110b5349e1e3d','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('aaaawaiting',1,'open','Badia','','','','',0,0);
INSERT INTO "seats" VALUES('caminoplaying',0,'person','Badia','','','5b69f77604dff5aade0af815b4c0b6c0a2a5983d3858dc290cae486a2592e068','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('caminoplaying',1,'person','Murùni','','','c0f8e87294a72f2832d92ed0c53cc44d988847bdaf5f7ba391a441da540ae65f','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('europaplaying',0,'person','Badia','','','11e73184394b2aa616de9a190be15d90e5266110c5316fb3955bd87620808fab','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('europaplaying',1,'person','Murùni','','','b9db502ac12fdb4ac44f11929e1f9d79a1e3be9f0cc746c47b8fb22363873627','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('girumgoplaying',0,'person','Badia','','','e78ecfc731c030d5f01ce1017cdb3db08420da5b8d75ab85247379cd2ff1332e','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('girumgoplaying',1,'person','Murùni','','','a2957633b2efba35fa7c21d3c94c5ce4aec16344f61f106a49e3cc57c3b4ffdc','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('ocaplaying',0,'person','Badia','','','16d4f42e9fc7744db7b0f7f0bd0611c3450c4a4b3a7ee634e49788b3c02ae8fa','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('ocaplaying',1,'person','Murùni','','','610d6f9d020a7642013b4e432e184e7e728d27b0f79b87bf23e2f4327737f9ff','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('poleanaplaying',0,'person','Badia','','','7f69e57e204dd96fd5dfa3fc427434adbb6b354448b9a3989edb817dd726e971','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('poleanaplaying',1,'person','Murùni','','','c0f34340d8541db5a2a36c7d8dae8115ab26bb66ae06630a86cebb775904d165','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('aaaaover',0,'person','Badia','','','0921cbf18d9aaba2f8e045fa18279d1f0aca04578d56c9a89a830ea95d210b8d','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('aaaaover',1,'person','Murùni','','','52e85709f02cc07ba76790b203f8773675ed86700413135036e4f0cf33a5e375','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('aaaarematch',0,'person','Murùni','','','cc4703b42ff5cf7e57bc491686e8587ee6fdb8b005329557e203bcb6acc0eaa3','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
INSERT INTO "seats" VALUES('aaaarematch',1,'person','Badia','','','579f199e2038ec1b0f45865904e7820bdde6bad6c1674ade7ff682062e3789f7','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a',0,0);
CREATE TABLE tables (
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	rules INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	listed BOOLEAN NOT NULL, 
	chat BOOLEAN NOT NULL, 
	"limit" INTEGER NOT NULL, 
	throws VARCHAR(8) NOT NULL, 
	host VARCHAR(64) NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	rematch VARCHAR(16) NOT NULL, 
	created BIGINT NOT NULL, 
	touched BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('aaaawaiting','oca',1,'{}',1,0,0,'press','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a','waiting','','',1794827970740,1794827970740);
INSERT INTO "tables" VALUES('caminoplaying','camino',1,'{}',0,1,0,'press','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a','playing','18e98a33a7396fe33995c11bc04305ba751e6d17597e4b7b81e7d7cbeda72cbf','',1794827970800,1794827970803);
INSERT INTO "tables" VALUES('europaplaying','europa',1,'{}',0,1,0,'press','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a','playing','badca00b6aa2c8e027a425339053c58fee99d17db2dc88dc60e7df0ee33772cd','',1794827970890,1794827970892);
INSERT INTO "tables" VALUES('girumgoplaying','girumgo',1,'{}',0,1,0,'press','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a','playing','480c795c80d00bf3b95868bf92c32112bc9d80b1db8ab7b64ee1112270e94744','',1794827970916,1794827970917);
INSERT INTO "tables" VALUES('ocaplaying','oca',1,'{}',0,1,0,'press','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a','playing','2a83fce15be12b7522a26241a7d2ce2bf7769c66d4d3a0c6af33c7f42c157055','',1794827970923,1794827970924);
INSERT INTO "tables" VALUES('poleanaplaying','poleana',1,'{}',0,1,3600,'press','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a','playing','3db3ca9f934f42d9b9026c38c5ec1a218ab58a0a14fe2199fae7e8ccf442f32c','',1794827970943,1794827970945);
INSERT INTO "tables" VALUES('aaaaover','camino',1,'{}',0,1,0,'press','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a','over','fb94215dd0293884e54a8eea9eeae156d27714f4e15c95a82bbd2b0291ba6e90','aaaarematch',1794827970948,1794827970955);
INSERT INTO "tables" VALUES('aaaarematch','camino',1,'{}',0,1,0,'press','1074c3d56ba74f8c5bc2e4d260925e5fc9ec104cc000848b66289d0897c4942a','waiting','','',1794827970957,1794827970957);
CREATE INDEX tables_by_status ON tables (status, listed, touched);
CREATE INDEX seats_by_device ON seats (device);
COMMIT;
